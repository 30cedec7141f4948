//===- AArch64OperandsTest.cpp - Tests of AArch64's memory operands -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOperands.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

/// "size base index kind scale displacement".
std::string read(const char *Text) {
  const std::optional<AccessSite> A = readAArch64Access(Text);
  if (!A)
    return "no";
  const auto Number = [](std::optional<unsigned> N) {
    return N ? std::to_string(*N) : "-";
  };
  return std::to_string(A->Size) + " " + Number(A->Base) + " " +
         Number(A->Index) + " " + std::to_string(int(A->Kind)) + " " +
         std::to_string(A->Scale) + " " + std::to_string(A->Displacement);
}

TEST(AArch64Operands, AreReadOffTheText) {
  EXPECT_EQ(read("\tldr\tx0, [x1]"), "8 1 - 0 1 0");
  EXPECT_EQ(read("ldr\tw0, [sp, #12]"), "4 31 - 0 1 12");
  EXPECT_EQ(read("strb\tw3, [x2, #1]!"), "1 2 - 0 1 1");
  EXPECT_EQ(read("ldrsh\tx3, [x2], #2"), "2 2 - 0 1 0");
  EXPECT_EQ(read("ldrsw\tx3, [x2, #-4]"), "4 2 - 0 1 -4");
  EXPECT_EQ(read("ldp\tq0, q1, [x8, #-32]"), "32 8 - 0 1 -32");
  EXPECT_EQ(read("ldpsw\tx0, x1, [x8]"), "8 8 - 0 1 0");
  EXPECT_EQ(read("ldr\td0, [x1, x2, lsl #3]"), "8 1 2 0 8 0");
  EXPECT_EQ(read("ldr\tq0, [x1, x2]"), "16 1 2 0 1 0");
  EXPECT_EQ(read("str\ts0, [x1, w2, sxtw #2]"), "4 1 2 1 4 0");
  EXPECT_EQ(read("ldrb\tw0, [x1, w2, uxtw]"), "1 1 2 2 1 0");
  EXPECT_EQ(read("ld1\t{ v0.4s, v1.4s }, [x0]"), "32 0 - 0 1 0");
  EXPECT_EQ(read("ld1\t{ v0.s }[1], [x0]"), "4 0 - 0 1 0");
  EXPECT_EQ(read("ld1r\t{ v0.8h }, [x0]"), "2 0 - 0 1 0");
  EXPECT_EQ(read("ldr\tx0, 0x1000"), "no");
  EXPECT_EQ(read("add\tx0, x1, x2"), "no");
  EXPECT_EQ(read("ldr\tz0, [x1]"), "no");
}

TEST(AArch64Operands, WriteBack) {
  EXPECT_EQ(writeBackOf("ldr\tx0, [x1], #16"), 16);
  EXPECT_EQ(writeBackOf("ldr\tx0, [x1, #-8]!"), -8);
  EXPECT_EQ(writeBackOf("ldr\tx0, [x1, #8]"), 0);
  EXPECT_EQ(writeBackOf("add\tx0, x1, x2"), 0);
}

} // namespace
