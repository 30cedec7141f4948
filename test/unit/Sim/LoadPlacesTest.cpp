//===- LoadPlacesTest.cpp - Loads that have not gone for long -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/LoadPlaces.h"
#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Queues or none, ports that are chosen at issue or later.
std::vector<Cpu> machines(unsigned Width) {
  Cpu AtIssue = machine(Width), AtDispatch = machineAtDispatch();
  AtDispatch.Fetch.Width = Width;
  Cpu Queued = AtDispatch;
  Queued.Queues = {queue(0x3), queue(0xc), queue(0x30)};
  Queued.Queues[1].Entries = 40;
  return {AtIssue, AtDispatch, Queued};
}

TEST(LoadPlaces, AreHeldUntilSomeCyclesAfterALoadWent) {
  for (Cpu C : machines(1)) {
    const char *const Body = "ld : load p2 ; writes x latency 10\n";
    EXPECT_EQ(cycles(Body, C), "1");
    // From issue (0) over its port (1) to 6.
    C.WaitingLoads = {2, 5};
    EXPECT_EQ(cycles(Body, C), "3");
    C.WaitingLoads = {6, 5};
    EXPECT_EQ(cycles(Body, C), "1");
    C.WaitingLoads = {1, 1};
    EXPECT_EQ(cycles(Body, C), "2");
    // What goes well for 40 iterations is not the period.
    C.WaitingLoads = {40, 60};
    EXPECT_EQ(cycles(Body, C), "61/40");
    // What is no load needs none, nor does a load that goes nowhere.
    C.WaitingLoads = {1, 60};
    EXPECT_EQ(cycles("a : p2 ; writes x latency 10\n", C), "1");
    EXPECT_EQ(cycles("a : load none ; writes x latency 10\n", C), "1");
    SimulationOptions O;
    O.Without.Buffers = true;
    C.WaitingLoads = {1, 60};
    EXPECT_EQ(cycles(Body, C), "61");
    EXPECT_EQ(cycles(Body, C, O), "1");
  }
}

TEST(LoadPlaces, AreHeldWhileALoadWaits) {
  // Issued together.
  const char *const Body = "a fused 1 queued 1 : p0 ; writes $t latency 4 | "
                           "load p2/p3 ; reads $t ; writes y latency 4\n";
  for (Cpu C : machines(2)) {
    EXPECT_EQ(cycles(Body, C), "1");
    // From issue (0) over its port (5) to 10.
    C.WaitingLoads = {2, 5};
    EXPECT_EQ(cycles(Body, C), "5");
    C.WaitingLoads = {2, 3};
    EXPECT_EQ(cycles(Body, C), "4");
  }
  // Those that are given their addresses by loads which have no place yet do
  // not wait in theirs.
  const char *const Chain = "a : load p2/p3 ; writes x latency 4\n"
                            "b : load p2/p3 ; reads x ; writes y latency 4\n";
  for (Cpu C : machines(2)) {
    C.WaitingLoads = {2, 5};
    EXPECT_EQ(cycles(Chain, C), "6");
  }
}

TEST(LoadPlaces, AnInstructionWithMoreGoesAlone) {
  for (Cpu C : machines(4)) {
    C.WaitingLoads = {2, 5};
    EXPECT_EQ(cycles("g fused 1 queued 1 : load p2 | load p2 | load p3\n", C),
              "7");
  }
}

TEST(LoadPlaces, CountWhatWasMet) {
  Cpu C = machine(1);
  C.WaitingLoads = {2, 5};
  const Kernel K = parseBody("ld : load p2 ; writes x latency 10\n", C);
  EXPECT_TRUE(simulate(K, C).Met.Buffers);
  C.WaitingLoads.Entries = 6;
  EXPECT_FALSE(simulate(K, C).Met.Buffers);
}

TEST(LoadPlaces, AreFreeInTheirCycle) {
  sim::LoadPlaces Places({3, LoadWait::MostAfter});
  Places.enter(3);
  EXPECT_FALSE(Places.haveRoom(1));
  EXPECT_TRUE(Places.haveRoom(0));
  Places.go(100);
  for (unsigned Cycle = 101; Cycle != 100 + LoadWait::MostAfter; ++Cycle)
    Places.beginCycle(Cycle);
  EXPECT_FALSE(Places.haveRoom(1));
  Places.beginCycle(100 + LoadWait::MostAfter);
  EXPECT_TRUE(Places.haveRoom(1));
  EXPECT_FALSE(Places.haveRoom(2));
}

} // namespace
