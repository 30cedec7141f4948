//===- SharedReadsTest.cpp - Tests of shared ports of the register file ---===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

/// p0 and p1 share a port of the register file, p2 and p3 another one. What
/// goes to p5 always reads there. p0 and p2 go first.
Cpu shares(unsigned HandedOn = 1) {
  Cpu C = machineAtDispatch();
  C.Schedule.Reads.Sides = {0x3, 0xc};
  C.Schedule.Reads.Always = 0x20;
  C.Schedule.Reads.First = 0x5;
  C.Schedule.Reads.HandedOn = HandedOn;
  return C;
}

TEST(SharedReads, OneOfASideGoesInACycle) {
  EXPECT_EQ(cycles("a : p0 ; reads x*\nb : p1 ; reads y*\n", shares()), "2");
  EXPECT_EQ(cycles("a : p0 ; reads x*\nb : p1 ; reads y\n", shares()), "1");
  EXPECT_EQ(cycles("a : p0 ; reads x*\nb : p2 ; reads y*\n", shares()), "1");
  EXPECT_EQ(
      cycles("a : p0 ; reads x*\nb : p1 ; reads y*\n", machineAtDispatch()),
      "1");
  // Of those that may use either side one each.
  EXPECT_EQ(cycles("a : p0/p2 ; reads x*\nb : p1/p3 ; reads y*\n", shares()),
            "1");
}

TEST(SharedReads, IsForAllCyclesThatThePortIsTaken) {
  EXPECT_EQ(cycles("a : p0*3 ; reads x*\nb : p1 ; reads y*\n", shares()), "4");
  EXPECT_EQ(cycles("a : p0*3 ; reads x*\nb : p1 ; reads y\n", shares()), "3");
}

/// The one that is not held up goes past.
TEST(SharedReads, HoldsUpNobodyElse) {
  EXPECT_EQ(cycles("a : p0 ; reads x*\nb : p1 ; reads y*\nc : p1 ; reads y\n",
                   shares()),
            "2");
  const auto Went = record("a : p0 ; reads x*\nb : p1 ; reads y*\n"
                           "c : p1 ; reads y\n",
                           shares(), Stage::Dispatched, 1);
  ASSERT_GE(Went.size(), 3u);
  EXPECT_EQ(Went[0].Cycle, Went[1].Cycle);
  EXPECT_EQ(Went[1].Instr, 2u);
  EXPECT_EQ(Went[2].Cycle, Went[0].Cycle + 1);
}

/// In the first cycle p0 takes the younger one, for it goes first.
TEST(SharedReads, SomePortsGoFirst) {
  for (unsigned First : {0u, 1u}) {
    Cpu C = shares();
    C.Schedule.Reads.First = 1u << First;
    const auto Went = record("a : p1 ; reads x*\nb : p0 ; reads y*\n", C,
                             Stage::Dispatched, 1);
    ASSERT_GE(Went.size(), 2u);
    EXPECT_EQ(Went[0].Instr, First ? 0u : 1u);
    EXPECT_LT(Went[0].Cycle, Went[1].Cycle);
  }
}

/// What a and b have beyond two operands, a's as \p First makes it.
std::string beside(const char *First, const Cpu &C = shares()) {
  return cycles((llvm::Twine(First) + "b : p1 ; reads y*\n").str(), C);
}

TEST(SharedReads, IsNotForWhatIsHandedOn) {
  EXPECT_EQ(beside("x : p2 ; writes x latency 4\na : p0 ; reads x*\n"), "1");
  EXPECT_EQ(beside("a : p0 ; reads x* ; writes x latency 1\n"), "1");
  // The same value twice.
  EXPECT_EQ(beside("x : p2 ; writes x latency 4\na : p0 ; reads x x*\n"), "1");
  // a waits for w, which is there three cycles later.
  const char *const Later = "x : p2 ; writes x latency 1\n"
                            "w : p3 ; reads x ; writes w latency 3\n"
                            "a : p0 ; reads x* w\n";
  EXPECT_EQ(beside(Later, shares(2)), "2");
  EXPECT_EQ(beside(Later, shares(3)), "1");
}

/// However new it is.
TEST(SharedReads, IsForAllThatIsLoadedOrRenamed) {
  EXPECT_EQ(beside("a : load p2 ; writes $t latency 4 | p0 ; reads $t*\n"),
            "2");
  EXPECT_EQ(beside("x : p2 ; writes x latency 4\n"
                   "m : none ; reads x ; writes z latency 0\n"
                   "a : p0 ; reads z*\n"),
            "2");
}

/// Of p5 any number go, but only where a side is left by the others.
TEST(SharedReads, SomeReadOnEitherSide) {
  EXPECT_EQ(
      cycles("s : store-data p5 ; reads x*\na : p0 ; reads x*\n", shares()),
      "1");
  EXPECT_EQ(cycles("s : store-data p5 ; reads x*\na : p0 ; reads x*\n"
                   "b : p2 ; reads x*\n",
                   shares()),
            "3/2");
  Cpu Two = shares();
  Two.Schedule.Reads.Always = 0x30;
  EXPECT_EQ(cycles("s : store-data p5 ; reads x*\nt : store-data p4 ; reads "
                   "x*\na : p0 ; reads x*\n",
                   Two),
            "1");
}

TEST(SharedReads, AreNoLimitOfPortsThatTakeAnyNumber) {
  const char *const Body = "a : p0 ; reads x*\nb : p1 ; reads y*\n";
  SimulationOptions O;
  O.Without.Resources = 0x3;
  EXPECT_EQ(cycles(Body, shares(), O), "1/2");
}

} // namespace
