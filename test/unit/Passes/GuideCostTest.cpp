//===- GuideCostTest.cpp - What loops in other shapes cost ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/GuideCost.h"
#include "guide/GuideCandidates.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

static ScratchLoop loop(LoopRole Role, std::optional<unsigned> Iterations,
                        std::optional<double> Cycles, unsigned Uops = 4) {
  ScratchLoop L;
  L.Role = Role;
  L.SourceIterations = Iterations;
  L.Cycles = Cycles;
  L.WorkCycles = Cycles.value_or(0) / 2;
  L.ChainCycles = Cycles.value_or(0);
  L.Uops = L.Instrs = Uops;
  L.InstrsAround = 30; // 10 cycles at three a cycle
  return L;
}

static ScratchResult result(std::initializer_list<ScratchLoop> Loops) {
  ScratchResult R;
  R.Loops.assign(Loops.begin(), Loops.end());
  return R;
}

TEST(GuideCost, MainLoopThenRemainder) {
  const ScratchResult R = result(
      {loop(LoopRole::Remainder, 1, 2), loop(LoopRole::VectorBody, 8, 4)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 100);
  ASSERT_TRUE(Cost);
  // 12 times 4 cycles, 4 times 2, 10 for each of the two loops, 10 around them.
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 48 + 8 + 20 + 10);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 0.5);
  EXPECT_EQ(Cost->SourceIterations, 8u);
  EXPECT_EQ(Cost->Instrs, 8u);
  // Accumulators of a vector body can be multiplied, so its chain is no floor.
  EXPECT_DOUBLE_EQ(Cost->Floor, 0.25);
  EXPECT_DOUBLE_EQ(Cost->ChainCycles, 0.5);
  // The remainder shows what elements one by one would take.
  EXPECT_EQ(Cost->ScalarFloor, 1.0);
}

TEST(GuideCost, VectorsThatHardlyRunCostNothing) {
  for (const LoopRole Idle : {LoopRole::ForOverlaps, LoopRole::ForFew}) {
    const ScratchResult R =
        result({loop(LoopRole::Main, 1, 2), loop(Idle, 8, 4)});
    const std::optional<LoopCost> Cost = costOf(R, 0, {}, 100);
    ASSERT_TRUE(Cost);
    EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 200 + 10 + 10);
    EXPECT_EQ(Cost->SourceIterations, 1u);
  }
}

TEST(GuideCost, AtBoundWithinHalfAPercent) {
  ScratchLoop L = loop(LoopRole::Main, 1, 2.01);
  L.BoundCycles = 2;
  EXPECT_TRUE(costOf(result({L}), 0, {}, 100)->AtBound);
  L.Cycles = 2.02;
  EXPECT_FALSE(costOf(result({L}), 0, {}, 100)->AtBound);
}

TEST(GuideCost, CountsCyclesOfTheWholeClock) {
  ScratchLoop Body = loop(LoopRole::VectorBody, 8, 4);
  Body.ClockPercent = 50;
  const ScratchResult R = result({loop(LoopRole::Remainder, 1, 2), Body});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 100);
  ASSERT_TRUE(Cost);
  // As MainLoopThenRemainder, but that each of the 48 cycles takes two.
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 2 * 48 + 8 + 20 + 10);
  // What is said are the cycles of the loop.
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 0.5);
  EXPECT_EQ(Cost->ClockPercent, 50u);
}

TEST(GuideCost, ScalarFloorHasTheChain) {
  ScratchLoop Remainder = loop(LoopRole::Remainder, 1, 2);
  Remainder.ChainCycles = 16;
  const ScratchResult R = result({Remainder, loop(LoopRole::VectorBody, 8, 4)});
  EXPECT_EQ(costOf(R, 0, {}, 100)->ScalarFloor, 4.0);
}

TEST(GuideCost, NoScalarFloorWithoutVectors) {
  const ScratchResult R =
      result({loop(LoopRole::Remainder, 1, 2), loop(LoopRole::Unrolled, 8, 4)});
  EXPECT_FALSE(costOf(R, 0, {}, 100)->ScalarFloor);
}

TEST(GuideCost, MeanOfUnknownTrips) {
  // 16 iterations stand for 8, 10, 12, ... 38: of 8 source iterations at a time
  // 1, 1, 1, 1 | 2, 2, 2, 2 | 3, ... | 4, ..., and 0, 2, 4, 6 are left over.
  const ScratchResult R = result(
      {loop(LoopRole::VectorBody, 8, 4), loop(LoopRole::Remainder, 1, 2)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 16, /*Known=*/false);
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry,
                   10 + (2.5 * 4 + 10) + (3 * 2 + 0.75 * 10));
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 0.5);
}

TEST(GuideCost, TooFewIterationsForTheMainLoop) {
  const ScratchResult R = result(
      {loop(LoopRole::VectorBody, 8, 4), loop(LoopRole::Remainder, 1, 2)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 7);
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 14 + 10 + 10);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 2);
  EXPECT_DOUBLE_EQ(Cost->Floor, 2);
}

TEST(GuideCost, RemainderAsStraightCode) {
  const ScratchResult R = result({loop(LoopRole::Unrolled, 4, 8)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 6);
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 8 + 2 * 2 + 10 + 10);
}

TEST(GuideCost, ShapeTellsWhatAccessesDoNot) {
  const ScratchResult R = result({loop(LoopRole::Main, std::nullopt, 2, 5),
                                  loop(LoopRole::Main, std::nullopt, 6, 20)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {1, 1, 4}, 8);
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 1.5);
  // LLVM's own choice, and that of the vectoriser, are not known.
  EXPECT_FALSE(costOf(R, 0, {}, 8));
  EXPECT_FALSE(costOf(R, 0, {0, 4, 1}, 8));
}

TEST(GuideCost, NotKnown) {
  EXPECT_FALSE(costOf(result({}), 0, {}, 8));
  EXPECT_FALSE(
      costOf(result({loop(LoopRole::Main, 1, std::nullopt)}), 0, {}, 8));
  EXPECT_FALSE(costOf(result({loop(LoopRole::Main, 1, 1.0)}), 1, {}, 8));
}

static ScratchLoop outer(bool IsRest, double Cycles) {
  ScratchLoop L = loop(LoopRole::Main, std::nullopt, Cycles);
  L.IsOuter = true;
  L.IsRest = IsRest;
  return L;
}

TEST(GuideCost, UnrolledCompletelyInTheLoopAround) {
  const ScratchResult R = result({outer(false, 40)});
  const std::optional<LoopCost> Cost = costOf(R, 0, {}, 64);
  ASSERT_TRUE(Cost);
  // Neither entered nor left, and nothing is outside of it.
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 40);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 0.625);
  // Nothing of it is known where its iterations are not, or there are two.
  EXPECT_FALSE(costOf(R, 0, {}, 64, /*Known=*/false));
  EXPECT_FALSE(costOf(result({outer(false, 40), outer(false, 80)}), 0, {}, 64));
}

TEST(GuideCost, RemaindersDoNotStandForRows) {
  const ScratchLoop Instead = loop(LoopRole::Remainder, 4, 8);
  EXPECT_FALSE(costOf(result({Instead}), 0, {}, 64));
  EXPECT_FALSE(costOf(result({Instead, loop(LoopRole::VectorRemainder, 4, 2)}),
                      0, {}, 64));
  const std::optional<LoopCost> Cost =
      costOf(result({Instead, outer(false, 40)}), 0, {}, 64);
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, 40);
}

TEST(GuideCost, Jammed) {
  // Four rows take 80 cycles, 10 to leave the loop, and 10 around it; one that
  // is left over 40, and the same.
  ScratchLoop Rest = loop(LoopRole::Main, 1, 1);
  Rest.IsRest = true;
  const ScratchResult R = result({loop(LoopRole::Main, 1, 2), Rest});
  std::optional<LoopCost> Cost = jammedCostOf(R, 0, 4, {40, 10, true, true});
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, (2 * 100 + 2 * 60) / 10.0);
  EXPECT_DOUBLE_EQ(Cost->AroundCycles, (2 * 10 + 2 * 10) / 10.0);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerSourceIteration, 0.5);
  // 16 rows stand for 9 to 24.
  Cost = jammedCostOf(R, 0, 4, {40, 16, true, false});
  double Sum = 0;
  for (int Rows = 9; Rows <= 24; ++Rows)
    Sum += (Rows / 4 * 100.0 + Rows % 4 * 60.0) / Rows;
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, Sum / 16);
}

TEST(GuideCost, JammedAndUnrolledCompletely) {
  const ScratchResult R = result({outer(false, 80), outer(true, 30)});
  const std::optional<LoopCost> Cost =
      jammedCostOf(R, 0, 4, {64, 5, true, true});
  ASSERT_TRUE(Cost);
  EXPECT_DOUBLE_EQ(Cost->CyclesPerEntry, (80 + 30) / 5.0);
}

TEST(GuideCost, WhatWaitsForAChainGainsAtABoundOnly) {
  LoopCost Old, New;
  Old.CyclesPerSourceIteration = Old.CyclesPerEntry = 4.5;
  Old.Floor = Old.ChainCycles = 4;
  New.CyclesPerSourceIteration = New.CyclesPerEntry = 4.2;
  EXPECT_FALSE(isBetter(New, Old, true));
  New.AtBound = true;
  EXPECT_TRUE(isBetter(New, Old, true));
  New.AtBound = false;
  // Of a vector body several accumulators break it.
  Old.Floor = 1;
  EXPECT_TRUE(isBetter(New, Old, true));
  // Here there is more beside it.
  Old.Floor = Old.ChainCycles = 3.8;
  EXPECT_TRUE(isBetter(New, Old, true));
}
