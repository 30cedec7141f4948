//===- QueuesTest.cpp - Tests of queues between dispatch and ports ------===//
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

DispatchQueue queue(uint64_t Ports) {
  DispatchQueue Q;
  Q.Ports = Ports;
  return Q;
}

/// Two queues, one for p0 and p2, one for p1 and p3.
Cpu twoQueues() {
  Cpu C = machine();
  C.ReorderBuffer = 40;
  C.Queues = {queue(0x5), queue(0xa)};
  return C;
}

TEST(Queues, GetMicroOpsInTurn) {
  // p0 gets all of a and every second b, and b is not sent to p1 instead.
  const char *const Body = "a : p0\nb : p01\n";
  EXPECT_EQ(cycles(Body, machine()), "1");
  Cpu C = twoQueues();
  EXPECT_EQ(cycles(Body, C), "3/2");
  // Unless a queue holds more than another one, or is full.
  C.QueueImbalance = 2;
  EXPECT_EQ(cycles(Body, C), "1");
  C.QueueImbalance = 0;
  for (DispatchQueue &Q : C.Queues)
    Q.Entries = 4;
  EXPECT_EQ(cycles(Body, C), "1");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Body, C, O), "3/2");
}

TEST(Queues, BindLongBeforeOperandsAreThere) {
  // Two µops with a choice in each iteration: each is always sent to the same
  // queue, and keeps to its port also when the other one is free.
  Cpu C = twoQueues();
  C.Fetch.Width = 3;
  const auto Events = record("a : p01 ; reads x ; writes x latency 1\n"
                             "b : p01 ; reads x\n"
                             "c : none\n",
                             C, Stage::Dispatched);
  ASSERT_GE(Events.size(), 8u);
  for (const PipelineEvent &E : Events)
    EXPECT_EQ(E.Port, int(E.Instr)) << E.Iteration;
}

TEST(Queues, AreEnteredByTheirWidth) {
  Cpu C = twoQueues();
  const char *const Body = "a : p02\n";
  EXPECT_EQ(cycles(Body, C), "1/2");
  C.Queues[0].Width = 1;
  EXPECT_EQ(cycles(Body, C), "1");
  SimulationOptions O;
  O.Without.IssueWidth = true;
  EXPECT_EQ(cycles(Body, C, O), "1/2");
}

TEST(Queues, HoldAMicroOpOnce) {
  // Load and operation of a fused µop enter together, with one entry.
  Cpu C = twoQueues();
  C.Queues[0].Width = C.Queues[0].Entries = 1;
  EXPECT_EQ(
      cycles("a fused 1 : load p2 ; writes $t latency 1 | p0 ; reads $t\n", C),
      "3");
  C.Queues[0].Entries = 3;
  EXPECT_EQ(
      cycles("a fused 1 : load p2 ; writes $t latency 1 | p0 ; reads $t\n", C),
      "1");
}

TEST(Queues, KeepAFusedMicroOpTogether) {
  // The load could go to either queue, but the operation only to the first.
  for (const PipelineEvent &E :
       record("a fused 1 : load p23 ; writes $t latency 1 | p0 ; reads $t\n",
              twoQueues(), Stage::Dispatched))
    EXPECT_EQ(E.Port, E.Uop ? 0 : 2);
}

TEST(Queues, CountInEveryQueueThatHasAllPorts) {
  Cpu C = machine();
  C.Queues = {queue(0x1), queue(0x7)};
  const char *const Body = "a : p0\nb : p12\nc : p12\n";
  EXPECT_EQ(cycles(Body, C), "1");
  C.Queues[1].Width = 2;
  EXPECT_EQ(cycles(Body, C), "3/2");
}

TEST(Queues, WaitInFrontInOrder) {
  // b alone is a chain of one cycle. Behind a, which waits for c, it is one of
  // 1 (b to c) + 3 (c to a) + 1 (b follows a).
  const char *const Body = "c : p1 ; reads z ; writes x latency 3\n"
                           "a : p0 ; reads x\n"
                           "b : p0 ; reads z ; writes z latency 1\n";
  Cpu C = twoQueues();
  EXPECT_EQ(cycles(Body, C), "2");
  C.Queues[0].Entries = 1;
  C.Queues[0].Waiting = 8;
  EXPECT_EQ(cycles(Body, C), "5");
}

} // namespace
