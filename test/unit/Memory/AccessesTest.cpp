//===- AccessesTest.cpp - Symbols, offsets, steps -------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeTraces.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(Accesses, SymbolsAndSteps) {
  MadeKernel M;
  M.load(8, linear(0, 16, 8)).load(8, linear(0, 0, 8)).load(8, linear(1, 0, 8));
  M.store(8, linear(2, 0, 0)).load(8, linear(2, -4096, 0));
  M.load(8, linear(0, 0, -8));
  EXPECT_EQ(M.find().accesses(),
            "a+0 step 8, a-16 step 8, b+0 step 8, c+0 step 0, c-4096 step 0, "
            "d+0 step -8");
}

TEST(Accesses, FarApartButRelated) {
  // Half the address space: no accident under two seeds.
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).load(8, linear(0, INT64_MIN, 8));
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, a-9223372036854775808 step 8");
}

TEST(Accesses, StandStillButAreNotRelated) {
  // Under one seed alone they would be a constant distance apart.
  MadeKernel M;
  M.store(8, linear(0, 0, 0)).load(8, linear(1, 0, 0));
  EXPECT_EQ(M.find().accesses(), "a+0 step 0, b+0 step 0");
}

TEST(Accesses, IrregularOnes) {
  // A histogram: load and store of one element that is another every time.
  MadeKernel M;
  M.load(4, irregular(0)).store(4, irregular(0)).load(4, irregular(0, 4));
  M.load(4, irregular(1));
  EXPECT_EQ(M.find().accesses(), "a+0, a+0, a+4, b+0");
}

TEST(Accesses, AStepThatIsNotKnown) {
  // [rax], add rax, rdx.
  const Formula F = [](uint32_t I, uint64_t Seed) {
    return unknown(Seed, 0) + I * unknown(Seed, 1);
  };
  MadeKernel M;
  M.store(4, F).load(
      4, [=](uint32_t I, uint64_t Seed) { return *F(I, Seed) + 8; });
  EXPECT_EQ(M.find().accesses(), "a+0, a+8");
}

TEST(Accesses, AStepMostOfTheTime) {
  // A counter of four bits: 15 of 16 iterations go on by 4.
  const Formula F = [](uint32_t I, uint64_t Seed) {
    return unknown(Seed, 0) + 4 * ((unknown(Seed, 1) + I) & 15);
  };
  MadeKernel M;
  EXPECT_EQ(M.store(4, F).find().accesses(), "a+0 step 4");
  // Of three bits: 7 of 8, still; of two bits 3 of 4, not any more.
  const auto Bits = [](unsigned Mask) -> Formula {
    return [=](uint32_t I, uint64_t Seed) {
      return unknown(Seed, 0) + 4 * ((unknown(Seed, 1) + I) & Mask);
    };
  };
  MadeKernel Three, Two;
  EXPECT_EQ(Three.store(4, Bits(7)).find().accesses(), "a+0 step 4");
  EXPECT_EQ(Two.store(4, Bits(3)).find().accesses(), "a+0");
}

TEST(Accesses, NoAddress) {
  const Formula None = [](uint32_t, uint64_t) { return std::nullopt; };
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).load(8, None).load(8, None);
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, b+0, c+0");
}

TEST(Accesses, NothingStored) {
  MadeKernel M;
  M.load(8, linear(0, 0, 8)).load(8, linear(0, 8, 8));
  EXPECT_EQ(M.find().accesses(), "a+0, b+0");
  EXPECT_EQ(M.Runs, 0u);
}

TEST(AccessFacts, DistanceOfUnrelatedRegisters) {
  // q = p + 8, known to the compiler only.
  MadeKernel M;
  M.load(8, linear(0, 0, 8)).store(8, linear(1, 0, 8)).load(8, linear(1, 8, 8));
  MemoryFacts Facts;
  Facts.Accesses = {{0, false, 7, 0, {}, "p"}, {1, true, 7, 8, {}, "q"}};
  M.Options.Facts = &Facts;
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, a+8 step 8, a+16 step 8");
  EXPECT_EQ(M.dependences(), "1->0 d1");
}

TEST(AccessFacts, ChainOfBases) {
  // Four pointers: 0 and 1 share a base, 2 and 3, and then 1 and 2.
  MadeKernel M;
  for (unsigned N = 0; N != 4; ++N)
    M.store(8, linear(N, 0, 8));
  MemoryFacts Facts;
  Facts.Accesses = {{0, true, 1, 0, {}, ""},   {1, true, 1, 8, {}, ""},
                    {2, true, 2, 0, {}, ""},   {3, true, 2, 8, {}, ""},
                    {1, true, 3, 100, {}, ""}, {2, true, 3, 0, {}, ""}};
  M.Options.Facts = &Facts;
  EXPECT_EQ(M.find().accesses(),
            "a+0 step 8, a+8 step 8, a-92 step 8, a-84 step 8");
}

TEST(AccessFacts, WhatIsNotFollowed) {
  // The load's address is ⊥, the other load's another one in every iteration;
  // the compiler knows both.
  const Formula None = [](uint32_t, uint64_t) { return std::nullopt; };
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).load(8, None).load(8, irregular(1));
  MemoryFacts Facts;
  Facts.Accesses = {{0, true, 1, 8, {}, ""},
                    {1, false, 1, 0, {}, ""},
                    {2, false, 1, -8, {}, ""}};
  M.Options.Facts = &Facts;
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, a-8 step 8, a-16 step 8");
  EXPECT_EQ(M.dependences(), "0->1 d1, 0->2 d2");
}

TEST(AccessFacts, StrideAlone) {
  MadeKernel M;
  M.load(8, irregular(0)).store(8, irregular(0, 16));
  MemoryFacts Facts;
  Facts.Accesses = {{0, false, {}, 0, 8, ""}};
  M.Options.Facts = &Facts;
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, a+16 step 8");
  EXPECT_EQ(M.dependences(), "1->0 d2");
}

TEST(AccessFacts, TheCodeIsRight) {
  // Both move with one register: facts that say something else are not
  // believed.
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).load(8, linear(0, 0, 8));
  MemoryFacts Facts;
  Facts.Accesses = {{0, true, 1, 0, 16, ""}, {1, false, 1, 8, 16, ""}};
  M.Options.Facts = &Facts;
  EXPECT_EQ(M.find().accesses(), "a+0 step 8, a+0 step 8");
}

TEST(AccessFacts, FactsOfNoSite) {
  // No such access, and an instruction with two loads.
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).load(8, linear(1, 0, 8)).load(8, linear(2, 0, 8));
  M.Sites[2].Instr = 1;
  M.K.Instrs.pop_back();
  MemoryFacts Facts;
  Facts.Accesses = {{0, true, 1, 0, {}, ""},
                    {0, false, 1, 0, {}, ""},
                    {1, false, 1, 0, {}, ""},
                    {9, false, 1, 0, {}, ""}};
  M.Options.Facts = &Facts;
  M.find();
  EXPECT_EQ(M.dependences(), "");
}

} // namespace
