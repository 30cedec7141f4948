//===- SourceStepsTest.cpp - Source iterations of loops ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SourceSteps.h"
#include "gtest/gtest.h"

using namespace takt;

static LoopSteps
steps(std::initializer_list<std::pair<SourceKey, int64_t>> Accesses) {
  LoopSteps S;
  for (auto [Key, Step] : Accesses)
    S.Accesses[Key] = Step;
  return S;
}

TEST(SourceIterations, RatioOfSteps) {
  LoopSteps After = steps({{1, 64}, {2, 32}, {9, 8}});
  After.Vectorized = true;
  EXPECT_EQ(sourceIterations(steps({{1, 8}, {2, 4}, {3, 1}}), After), 8u);
}

TEST(SourceIterations, Backwards) {
  EXPECT_EQ(sourceIterations(steps({{1, -4}}), steps({{1, -32}})), 8u);
  EXPECT_EQ(sourceIterations(steps({{1, -4}}), steps({{1, 32}})), std::nullopt);
}

TEST(SourceIterations, Contradiction) {
  EXPECT_EQ(
      sourceIterations(steps({{1, 8}, {2, 8}}), steps({{1, 64}, {2, 32}})),
      std::nullopt);
  EXPECT_EQ(sourceIterations(steps({{1, 8}}), steps({{1, 12}})), std::nullopt);
}

TEST(SourceIterations, UntouchedWithoutAccesses) {
  LoopSteps Before, After;
  EXPECT_EQ(sourceIterations(Before, After), 1u);
  After.UnrollDisabled = true;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  // What was left over is a copy.
  After.LeftOver = true;
  EXPECT_EQ(sourceIterations(Before, After), 1u);
}

TEST(SourceIterations, CopiesOfAccessesThatDoNotMoveEvenly) {
  LoopSteps Before, After;
  Before.Counts = {{1, 1}, {2, 2}};
  After.Counts = {{1, 8}, {2, 16}};
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  After.Counts = {{1, 1}, {2, 2}};
  EXPECT_EQ(sourceIterations(Before, After), 1u);
  After.Counts = {{1, 4}, {2, 2}}; // of some, copies were taken for one
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Counts = {{1, 1}, {2, 3}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Counts = {{3, 1}}; // not the source's
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

TEST(SourceIterations, CopiesOfStores) {
  LoopSteps Before, After;
  Before.Counts = {{1, 1}, {2, 3}};
  After.Counts = {{1, 2}, {2, 4}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  // Two of the loads are the next iteration's as well.
  After.Stores.insert(1);
  EXPECT_EQ(sourceIterations(Before, After), 2u);
  After.Counts[2] = 7; // more than there were
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Counts[2] = 4;
  After.Counts[3] = 1; // not the source's
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

TEST(SourceIterations, GrownWithoutAccesses) {
  LoopSteps Before, After;
  Before.Instrs = 4;
  After.Instrs = 7;
  EXPECT_EQ(sourceIterations(Before, After), 1u);
  After.Instrs = 8;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

TEST(SourceIterations, AlreadyOptimised) {
  LoopSteps Before = steps({{1, 32}}), After = steps({{1, 32}});
  EXPECT_EQ(sourceIterations(Before, After), 1u);
  Before.Vectorized = After.Vectorized = true;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  Before = steps({{1, 32}});
  Before.UnrollDisabled = true;
  After = steps({{1, 128}});
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Vectorized = After.HasVectors = true;
  EXPECT_EQ(sourceIterations(Before, After), 4u);
}

TEST(SourceIterations, LanesOfGathers) {
  LoopSteps Before = steps({{1, 8}, {2, 8}}), After;
  Before.Counts[1] = 1;
  Before.Counts[2] = 2;
  After.Vectorized = After.HasVectors = true;
  After.Lanes[1] = 8;
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  // Two accesses at one place, of eight iterations.
  After.Lanes[2] = 16;
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  // They contradict each other, or one was not there before.
  After.Lanes[2] = 8;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Lanes = {{7, 8}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  // What moves evenly tells first.
  After.Accesses[1] = 32;
  EXPECT_EQ(sourceIterations(Before, After), 4u);
}

TEST(SourceIterations, ElementsOfVectors) {
  LoopSteps Before, After;
  Before.Counts = {{1, 1}, {2, 2}};
  After.Vectorized = After.HasVectors = true;
  After.VectorLanes = 4;
  After.Elements = {{1, 8}, {2, 16}};
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  // Those that are only copied or stored.
  After.VectorLanes = 0;
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  After.HasSeveralLanes = true;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.HasSeveralLanes = false;
  After.VectorLanes = 4;
  // Some are not wanted, perhaps.
  After.HasShuffles = true;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.HasShuffles = false;
  // They contradict each other, the vectors, or are new.
  After.Elements = {{1, 8}, {2, 8}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Elements = {{1, 6}, {2, 12}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Elements = {{3, 8}};
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

/// What is compared at the end moves so much, of so many instructions.
static LoopSteps counted(uint64_t Counter, unsigned Instrs) {
  LoopSteps S;
  S.Counter = Counter;
  S.Instrs = Instrs;
  return S;
}

TEST(SourceIterations, ByTheCounterOfALoopWithoutAccesses) {
  const LoopSteps Before = counted(2, 8);
  EXPECT_EQ(sourceIterations(Before, counted(16, 50)), 8u);
  EXPECT_EQ(sourceIterations(Before, counted(16, 25)), 8u) << "half of 8 * 6";
  EXPECT_EQ(sourceIterations(Before, counted(16, 23)), std::nullopt);
  EXPECT_EQ(sourceIterations(Before, counted(16, 101)), std::nullopt);
  // It counts in iterations of its own.
  EXPECT_EQ(sourceIterations(Before, counted(2, 50)), std::nullopt);
  EXPECT_EQ(sourceIterations(Before, counted(3, 50)), std::nullopt);
  EXPECT_EQ(sourceIterations(Before, counted(0, 50)), std::nullopt);
  EXPECT_EQ(sourceIterations(counted(0, 8), counted(16, 50)), std::nullopt);
  // Accesses would tell.
  LoopSteps After = counted(16, 50);
  After.Counts[1] = 8;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

TEST(SourceIterations, ByTheCounterOfVectorsWithoutAccesses) {
  const LoopSteps Before = counted(1, 4);
  LoopSteps After = counted(16, 10);
  After.Vectorized = After.HasVectors = true;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt) << "of what lanes";
  After.VectorLanes = 4;
  EXPECT_EQ(sourceIterations(Before, After), 16u);
  After.VectorLanes = 32;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
}

TEST(FunctionSteps, CopiesKeepWhatTheyShare) {
  FunctionSteps S;
  addLoopSteps(S, 5, steps({{1, 8}, {2, 4}}));
  addLoopSteps(S, 5, steps({{1, 8}, {2, 16}, {3, 8}}));
  EXPECT_EQ(S[5].Accesses.size(), 1u);
  EXPECT_EQ(S[5].Accesses.lookup(1), 8);
}

TEST(FunctionSteps, CopiesThatMoveDifferently) {
  FunctionSteps S;
  LoopSteps Any, Known;
  Known.Closest[1] = LoopSteps::Span{8, 8};
  addLoopSteps(S, 5, Known);
  addLoopSteps(S, 5, Known);
  EXPECT_FALSE(S[5].StepsDiffer);
  EXPECT_EQ(S[5].Closest.size(), 1u);
  addLoopSteps(S, 5, Any);
  EXPECT_TRUE(S[5].StepsDiffer);
  EXPECT_TRUE(S[5].Closest.empty());
}

TEST(ForOverlaps, StridesThatWereGuessed) {
  LoopSteps Before, After;
  Before.Counts = {{1, 1}, {2, 2}};
  Before.UnknownSteps = {1, 2};
  After.Vectorized = After.HasVectors = true;
  // Four of 8 bytes, which move by 4 bytes in all.
  After.Elements = {{1, 4}};
  After.Closest[1] = LoopSteps::Span{4, 8};
  EXPECT_TRUE(isForOverlaps(Before, After));
  After.Closest[1] = LoopSteps::Span{32, 8};
  EXPECT_FALSE(isForOverlaps(Before, After));
  // Two accesses of the source, of four iterations.
  After.Elements.clear();
  After.Closest.clear();
  After.Lanes = {{2, 8}};
  After.Closest[2] = LoopSteps::Span{32, 8};
  EXPECT_FALSE(isForOverlaps(Before, After));
  After.Closest[2] = LoopSteps::Span{31, 8};
  EXPECT_TRUE(isForOverlaps(Before, After));
  // The source has them so.
  Before.Closest[2] = LoopSteps::Span{1, 8};
  EXPECT_FALSE(isForOverlaps(Before, After));
  Before.Closest.clear();
  EXPECT_TRUE(isForOverlaps(Before, After));
  // Several iterations access one element.
  Before.UnknownSteps = {1};
  EXPECT_FALSE(isForOverlaps(Before, After));
  Before.UnknownSteps = {2};
  After.Vectorized = false;
  EXPECT_FALSE(isForOverlaps(Before, After));
}

TEST(MostIterations, CopiesOfALoopHaveTheLeast) {
  FunctionSteps S;
  LoopSteps One, Other;
  One.Remainders = {{1, 32}, {2, 16}};
  Other.Remainders = {{1, 8}, {3, 64}};
  addLoopSteps(S, 5, One);
  addLoopSteps(S, 5, Other);
  EXPECT_EQ(S[5].Remainders.lookup(1), 8u);
  EXPECT_EQ(S[5].Remainders.lookup(2), 16u);
  EXPECT_EQ(S[5].Remainders.lookup(3), 64u);
}

TEST(MostIterations, OfVectorsAtRemainders) {
  LoopSteps Before, After;
  Before.Counts = {{1, 1}, {2, 2}, {3, 1}};
  Before.Remainders = {{1, 32}};
  After.Vectorized = After.HasVectors = true;
  After.Elements = {{1, 8}, {2, 16}};
  EXPECT_EQ(mostIterations(Before, After), 32u);
  Before.Remainders = {{1, 32}, {2, 16}};
  EXPECT_EQ(mostIterations(Before, After), 16u) << "the least of two";
  // One by one, as in the source.
  After.Elements = {{1, 8}, {2, 2}};
  EXPECT_EQ(mostIterations(Before, After), 32u);
  // Gathered elements need not be neighbours.
  After.Elements = {{3, 8}};
  After.Lanes = {{1, 8}};
  EXPECT_EQ(mostIterations(Before, After), std::nullopt);
  // What the unroller copied is no vector.
  After.Elements = {{1, 8}};
  EXPECT_EQ(mostIterations(Before, After), 32u);
  After.HasVectors = false;
  EXPECT_EQ(mostIterations(Before, After), std::nullopt);
}

TEST(SourceIterations, OfTheLeastStep) {
  // What is left of it, divided by -1, is not defined.
  LoopSteps Before, After;
  Before.Accesses[1] = -1;
  After.Accesses[1] = INT64_MIN;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  After.Accesses[1] = -8;
  EXPECT_EQ(sourceIterations(Before, After), 8u);
  After.Accesses[1] = 8;
  EXPECT_EQ(sourceIterations(Before, After), std::nullopt);
  EXPECT_EQ(magnitude(INT64_MIN), uint64_t(1) << 63);
}
