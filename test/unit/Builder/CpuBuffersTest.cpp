//===- CpuBuffersTest.cpp - Tests of the buffers of descriptions ----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToyFile.h"
#include "takt/models/Cpu.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(CpuBuffers, HaveBlocksAndLinesOfCode) {
  const auto Read = [](const std::string &Code, const char *Kind) {
    return Parsed(toy("buffers: {source: x, code-in-flight: {" + Code + "}}",
                      std::string("front-end: {source: x, width: 4, kind: ") +
                          Kind + "}"));
  };
  const Parsed Both = Read("blocks: 96, lines: 123", "op-cache");
  ASSERT_EQ(Both.Message, "");
  EXPECT_EQ(Both.C->Code.Blocks, 96u);
  EXPECT_EQ(Both.C->Code.Lines, 123u);
  const Parsed One = Read("lines: 127", "op-cache");
  ASSERT_EQ(One.Message, "");
  EXPECT_EQ(One.C->Code.Blocks, 0u);
  EXPECT_EQ(One.C->Code.Lines, 127u);
  EXPECT_EQ(Read("lines: 128", "op-cache").Message,
            "toy.yaml:8:39: 'blocks' and 'lines' of 'code-in-flight' are at "
            "most 127");
  EXPECT_EQ(Read("blocks: 5", "intel").Message,
            "toy.yaml:8:39: 'code-in-flight' needs a front end of kind "
            "'op-cache', which has these lines");
  EXPECT_EQ(Read("blocks: 0", "op-cache").Message,
            "toy.yaml:8:47: expected a whole number from 1 to 10000");
}

} // namespace
