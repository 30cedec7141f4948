//===- SharedReadsTest.cpp - Tests of shared ports of the register file ---===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "gtest/gtest.h"
#include <cstring>
#include <map>

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
  C.Schedule.Reads.TurnsAfter = C.Schedule.Reads.AsksAfter = 2;
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

/// The cycles in which the µops of the first iteration of \p Body go, in its
/// order, those of p4 left out, from the first on.
std::vector<unsigned> wentIn(const std::string &Body, Cpu C) {
  // The next iteration is not there yet.
  C.ReorderBuffer = 64;
  std::string Behind;
  for (unsigned N = 0; N != 64; ++N)
    Behind += "n : none\n";
  std::map<uint32_t, uint64_t> Found;
  uint64_t First = ~uint64_t(0);
  for (const auto &E : record(Body + Behind, C, Stage::Dispatched, 1))
    if (E.Iteration == 0 && E.Port != 4 && E.Port < 8) {
      Found[E.Instr] = E.Cycle;
      First = std::min(First, E.Cycle);
    }
  std::vector<unsigned> Cycles;
  for (const auto &[Instr, Cycle] : Found)
    Cycles.push_back(Cycle - First);
  return Cycles;
}

/// All wait for r, on p0 (F and m) and p1 (B and a), in the order of a word.
std::vector<unsigned> turns(const std::string &Letters) {
  std::string Body = "r : p4 ; writes r latency 30\n";
  for (char Letter : Letters)
    Body += std::string("i : ") + (strchr("Fm", Letter) ? "p0" : "p1") +
            " ; reads r" + (strchr("FB", Letter) ? " x*\n" : "\n");
  return wentIn(Body, shares());
}

using Cycles = std::vector<unsigned>;

/// As measured: tools/measure/turns "F B F B F B" and so on.
TEST(SharedReads, ThePortsTakeTurns) {
  EXPECT_EQ(turns("FBFBFB"), Cycles({0, 2, 1, 3, 4, 6}));
  EXPECT_EQ(turns("BBFF"), Cycles({2, 3, 0, 1}));
  EXPECT_EQ(turns("FFFFB"), Cycles({0, 1, 4, 5, 2}));
  EXPECT_EQ(turns("BBB"), Cycles({0, 1, 2}));
  // What reads two operands goes in between.
  EXPECT_EQ(turns("mFaBFF"), Cycles({0, 1, 0, 2, 4, 5}));
  EXPECT_EQ(turns("mmFaaB"), Cycles({0, 1, 3, 0, 1, 2}));
  EXPECT_EQ(turns("mmmFaaaB"), Cycles({0, 1, 2, 3, 0, 1, 2, 4}));
}

/// Where they take none, the first go before the others.
TEST(SharedReads, ThereNeedBeNoTurns) {
  Cpu C = shares();
  C.Schedule.Reads.TurnsAfter = 0;
  EXPECT_EQ(wentIn("r : p4 ; writes r latency 30\nb : p1 ; reads r y*\n"
                   "f : p0 ; reads r x*\nf : p0 ; reads r x*\n",
                   C),
            Cycles({2, 0, 1}));
}

/// What waits for its operands takes its turns all the same, on p0.
TEST(SharedReads, WhatIsNotReadyHasATurn) {
  EXPECT_EQ(wentIn("r : p4 ; writes r latency 30\n"
                   "m : p0 ; reads r ; writes m latency 9\n"
                   "f : p0 ; reads m x*\n"
                   "b : p1 ; reads r y*\nb : p1 ; reads r y*\n"
                   "b : p1 ; reads r y*\nb : p1 ; reads r y*\n",
                   shares()),
            Cycles({0, 9, 2, 3, 6, 7}));
  EXPECT_EQ(wentIn("r : p4 ; writes r latency 30\n"
                   "m : p1 ; reads r ; writes m latency 9\n"
                   "b : p1 ; reads m y*\n"
                   "f : p0 ; reads r x*\nf : p0 ; reads r x*\n"
                   "f : p0 ; reads r x*\n",
                   shares()),
            Cycles({0, 11, 0, 1, 2}));
}

/// a and b wait for w, which is there \p Later cycles after x, and b reads x.
Cycles beside(unsigned Later, unsigned HandedOn, const char *Ports = "p1") {
  const std::string Latency = std::to_string(30 + Later);
  return wentIn("r : p4 ; writes x latency 30 ; writes w latency " + Latency +
                    "\na : p0 ; reads w y*\nb : " + Ports + " ; reads w x*\n",
                shares(HandedOn));
}

TEST(SharedReads, IsNotForWhatIsHandedOn) {
  EXPECT_EQ(beside(0, 1), Cycles({0, 0}));
  EXPECT_EQ(beside(1, 1), Cycles({0, 0}));
  EXPECT_EQ(beside(2, 1), Cycles({0, 2}));
  EXPECT_EQ(beside(2, 2), Cycles({0, 0}));
  EXPECT_EQ(beside(3, 2), Cycles({0, 2}));
}

/// It asks two cycles later than it could go, and then has two cycles.
TEST(SharedReads, WhoComesInWithAllOperandsAsksLater) {
  const auto Beside = [](const char *Operands) {
    std::string Body = "r : p4 ; writes r latency 2\n";
    for (unsigned N = 0; N != 12; ++N)
      Body += std::string("f : p0 ; reads r") + Operands + "\n";
    Body += "n : none\nn : none\nn : none\nb : p1 ; reads y*\n";
    return wentIn(Body, shares());
  };
  const Cycles Alone = Beside(""), Went = Beside(" x*");
  EXPECT_EQ(Alone, Cycles({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2}));
  EXPECT_EQ(Went, Cycles({0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 6}));
}

/// However long the port is taken by others then, unless it is for several
/// cycles.
TEST(SharedReads, WhatCameLastIsKept) {
  const auto Crowded = [](const char *Port) {
    const std::string Own(Port);
    return wentIn("r : p4 ; writes x latency 30\n"
                  "m : p0 ; reads x\nm : p0 ; reads x\nm : p0 ; reads x\n"
                  "a : p1 ; reads x\na : p1 ; reads x\na : p1 ; reads x\n"
                  "f : p0 ; reads x y*\nb : " +
                      Own + " ; reads x*\n",
                  shares());
  };
  EXPECT_EQ(Crowded("p1"), Cycles({0, 1, 2, 0, 1, 2, 3, 3}));
  EXPECT_EQ(Crowded("p1*2"), Cycles({0, 1, 2, 0, 1, 2, 3, 4}));
}

/// However new it is.
TEST(SharedReads, IsForAllThatIsRenamed) {
  const auto Beside = [](const char *Between) {
    return wentIn(std::string("r : p4 ; writes x latency 30") + Between +
                      "a : p0 ; reads x y*\nb : p1 ; reads x z*\n",
                  shares());
  };
  EXPECT_EQ(Beside(" ; writes z latency 30\n"), Cycles({0, 0}));
  EXPECT_EQ(Beside("\nm : none ; reads x ; writes z latency 0\n"),
            Cycles({0, 2}));
}

/// What always reads does so once it is no longer new.
TEST(SharedReads, WhatAlwaysReadsIsHandedOnAtFirst) {
  const auto Went = wentIn("r : p4 ; writes x latency 30\n"
                           "f : p0 ; reads x y*\nf : p0 ; reads x y*\n"
                           "f : p0 ; reads x y*\nf : p2 ; reads x y*\n"
                           "f : p2 ; reads x y*\nf : p2 ; reads x y*\n"
                           "v : p5 ; reads x*\nv : p5 ; reads x*\n"
                           "v : p5 ; reads x*\nv : p5 ; reads x*\n",
                           shares());
  EXPECT_EQ(Went, Cycles({0, 1, 2, 0, 1, 2, 0, 1, 3, 4}));
}

/// Of p5 any number go, but only where a side is left by the others.
TEST(SharedReads, SomeReadOnEitherSide) {
  EXPECT_EQ(
      cycles("s : store-data p5 ; reads x*\na : p0 ; reads x*\n", shares()),
      "1");
  EXPECT_EQ(cycles("s : store-data p5 ; reads x*\na : p0 ; reads x*\n"
                   "b : p2 ; reads x*\n",
                   shares()),
            "2");
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
