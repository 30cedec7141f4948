//===- PlacementTest.cpp - Tests of cycles over the places of code --------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Placement.h"
#include "AsmHelper.h"
#include "takt/models/FrontEndLimits.h"
#include "takt/models/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {
/// A CPU whose decoders and µop cache know lines, and loops for it.
class Placement : public ::testing::Test {
protected:
  Placement()
      : B(cantFail(KernelBuilder::create(A.target(), findCpu("skylake")))) {}

  /// A loop of \p Body.
  void setLoop(const std::string &Body) {
    Code = A.assemble("1:\n" + Body + "dec rcx\njne 1b\n");
    Code.back().Taken = true;
    K = cantFail(B->build(Code, Notion::Loop));
  }

  bool mayDepend(uint64_t Alignment = 16) {
    return mayDependOnPlace(K, B->cpu(), Alignment);
  }

  PlaceCycles places(uint64_t Alignment = 16, uint64_t *Simulated = nullptr) {
    Prediction Known = predict(K, B->cpu(), Detail::Cycles);
    Known.Parts = frontEndLimits(K, B->cpu());
    return cyclesAtPlaces(*B, K, Code, Alignment, Known, {}, Simulated);
  }

  Assembler A{"x86_64", "skylake"};
  std::unique_ptr<KernelBuilder> B;
  std::vector<CodeInstr> Code;
  Kernel K;
};

/// Five bytes each.
std::string nops(unsigned Count) {
  std::string Text;
  for (; Count; --Count)
    Text += "nop dword ptr [rax + rax]\n";
  return Text;
}
} // namespace

TEST_F(Placement, AChainHidesThem) {
  setLoop("imul rax, rax\nimul rax, rax\nimul rax, rax\n");
  EXPECT_FALSE(mayDepend());
  uint64_t Simulated = 0;
  const PlaceCycles Cycles = places(16, &Simulated);
  EXPECT_EQ(Cycles.size(), 4u);
  EXPECT_TRUE(all_equal(Cycles));
  EXPECT_EQ(Simulated, 0u);
}

TEST_F(Placement, BranchesAtTheEndOfALine) {
  // The branch is at bytes 28 to 32: it crosses a line where it is first, and
  // has to be decoded each time (Skylake's erratum of jumps).
  setLoop(nops(5) + "nop dword ptr [rax]\n");
  EXPECT_TRUE(mayDepend());
  const PlaceCycles Cycles = places();
  ASSERT_EQ(Cycles.size(), 4u);
  EXPECT_GT(*Cycles[0], *Cycles[1]);
  EXPECT_EQ(*Cycles[0], *Cycles[2]);
  EXPECT_EQ(places(32).size(), 2u);
}

TEST_F(Placement, OnlyOneIsLeft) {
  setLoop(nops(5) + "nop dword ptr [rax]\n");
  EXPECT_FALSE(mayDepend(64));
  EXPECT_EQ(places(64).size(), 1u);
}

TEST_F(Placement, WhatBoundsRuleOutIsTheSameEverywhere) {
  std::minstd_rand Random(7);
  const char *const Instrs[] = {"nop dword ptr [rax + rax]\n",
                                "imul rax, rax\n",
                                "add r8, 1\n",
                                "lea r9, [r10 + 4*r11 + 512]\n",
                                "vaddpd ymm1, ymm1, ymm2\n",
                                "mov r12, [rsi + 128]\n"};
  unsigned Ruled = 0;
  for (unsigned Loop = 0; Loop != 150; ++Loop) {
    std::string Body;
    for (unsigned N = 3 + Random() % 10; N; --N)
      Body += Instrs[Random() % std::size(Instrs)];
    setLoop(Body);
    if (mayDepend())
      continue;
    ++Ruled;
    EXPECT_TRUE(all_equal(places())) << Body;
  }
  EXPECT_GT(Ruled, 20u);
  EXPECT_LT(Ruled, 130u);
}
