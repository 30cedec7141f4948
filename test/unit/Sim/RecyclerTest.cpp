//===- RecyclerTest.cpp - Tests of memory that is used again --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/Recycler.h"
#include "MachineHelper.h"
#include "gtest/gtest.h"
#include <thread>

using namespace takt;
using namespace takt::sim;
using namespace takt::test;

namespace {

constexpr size_t Unit = Recycler::SmallestPiece;

TEST(Recycler, GivesOutWhatItGotBack) {
  Recycler R;
  void *First = R.take(3 * Unit);
  void *Second = R.take(5 * Unit);
  R.give(First, 3 * Unit);
  R.give(Second, 5 * Unit);
  EXPECT_EQ(R.waiting(), 8 * Unit);
  // A little less is a piece of the same size.
  EXPECT_EQ(R.take(5 * Unit - 1), Second);
  EXPECT_EQ(R.take(3 * Unit), First);
  EXPECT_EQ(R.waiting(), 0u);
  R.give(First, 3 * Unit);
  R.give(Second, 5 * Unit - 1);
  EXPECT_EQ(R.waiting(), 8 * Unit);
}

TEST(Recycler, LeavesHugePiecesToOthers) {
  Recycler R;
  constexpr size_t Bytes = Recycler::LargestPiece + 1;
  R.give(R.take(Bytes), Bytes);
  EXPECT_EQ(R.waiting(), 0u);
}

TEST(Recycler, GivesOutSmallPiecesBySize) {
  Recycler R;
  void *First = R.take(1);
  void *Second = R.take(100);
  R.give(First, 1);
  R.give(Second, 100);
  EXPECT_EQ(R.waiting(), 3 * Recycler::SmallUnit);
  EXPECT_EQ(R.take(Recycler::SmallUnit), Second);
  EXPECT_EQ(R.take(Recycler::SmallUnit - 1), First);
  EXPECT_EQ(R.waiting(), 0u);
  R.give(First, 1);
  R.give(Second, 100);
}

TEST(Recycler, KeepsFewSmallPieces) {
  Recycler R;
  constexpr size_t Bytes = Unit - 1;
  std::vector<void *> Pieces;
  for (size_t Sum = 0; Sum < 2 * Recycler::MostSmall; Sum += Bytes)
    Pieces.push_back(R.take(Bytes));
  for (void *Piece : Pieces)
    R.give(Piece, Bytes);
  EXPECT_GE(R.waiting(), Recycler::MostSmall);
  EXPECT_LT(R.waiting(), Recycler::MostSmall + Unit);
}

TEST(Recycler, KeepsTheLatestPieces) {
  Recycler R;
  std::vector<void *> Pieces;
  constexpr size_t Count = Recycler::MostPieces + 3;
  for (size_t N = 0; N != Count; ++N)
    Pieces.push_back(R.take((N + 1) * Unit));
  size_t Latest = 0;
  for (size_t N = 0; N != Count; ++N) {
    R.give(Pieces[N], (N + 1) * Unit);
    if (N >= Count - Recycler::MostPieces)
      Latest += (N + 1) * Unit;
  }
  EXPECT_EQ(R.waiting(), Latest);
}

TEST(Recycler, HasTheMemoryOfOneMachine) {
  const Cpu C = machine();
  const auto Run = [&C] {
    EXPECT_EQ(cycles("mul : p0 ; reads x ; writes x latency 3\n", C), "3");
  };
  const auto RunAll = [&] {
    const Recycler &R = Recycler::ofThread();
    EXPECT_EQ(R.waiting(), 0u);
    Run();
    const size_t AfterOne = R.waiting();
    EXPECT_GT(AfterOne, 16 * Unit);
    for (int More = 0; More != 5; ++More)
      Run();
    EXPECT_EQ(R.waiting(), AfterOne);
  };
  // Nothing is kept in this thread from the machines of other tests.
  std::thread(RunAll).join();
}

} // namespace
