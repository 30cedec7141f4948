//===- QueuesTest.cpp - Tests of queues between dispatch and ports ------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "RandomKernel.h"
#include "takt/models/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace takt;
using namespace takt::test;

namespace {

/// Two queues, one for p0 and p2, one for p1 and p3.
Cpu twoQueues() {
  Cpu C = machine();
  C.ReorderBuffer = 40;
  C.Queues = {queue(0x5), queue(0xa)};
  return C;
}

TEST(Queues, GetMicroOpsInTurn) {
  // p0 gets a and, after b, c, which is not sent to p1 instead.
  const char *const Body = "a : p0\nb : p01\nc : p01\n";
  EXPECT_EQ(cycles(Body, machine()), "3/2");
  Cpu C = twoQueues();
  EXPECT_EQ(cycles(Body, C), "2");
  // Unless a queue is full.
  for (DispatchQueue &Q : C.Queues)
    Q.Entries = 4;
  EXPECT_EQ(cycles(Body, C), "3/2");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Body, C, O), "2");
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

TEST(Queues, GetMicroOpsByChance) {
  Cpu C = twoQueues();
  C.Fetch.Width = 2;
  for (DispatchQueue &Q : C.Queues)
    Q.ByChance = true;
  const auto Events = record("a : p01\n", C, Stage::Dispatched);
  // In the order in which they enter, not in which they go.
  std::map<uint32_t, int> Queues;
  for (const PipelineEvent &E : Events)
    Queues[E.Iteration] = E.Port;
  // A sequence that comes again after 127, and has as many of either as it can
  // and all eight patterns of three.
  for (uint32_t I = 0; I != 254; ++I)
    ASSERT_TRUE(Queues.count(I)) << I;
  std::set<std::vector<int>> Patterns;
  int Ones = 0;
  for (uint32_t I = 0; I != 127; ++I) {
    EXPECT_EQ(Queues[I], Queues[I + 127]);
    Ones += Queues[I] == 1;
    Patterns.insert({Queues[I], Queues[I + 1], Queues[I + 2]});
  }
  EXPECT_EQ(Ones, 64);
  EXPECT_EQ(Patterns.size(), 8u);
}

TEST(Queues, ByChanceAreChosenByTheirPorts) {
  // Two of its three ports are in the second queue.
  Cpu C = twoQueues();
  C.Queues = {queue(0x1), queue(0x6)};
  C.Fetch.Width = 1;
  for (DispatchQueue &Q : C.Queues)
    Q.ByChance = true;
  std::map<uint32_t, int> Ports;
  for (const PipelineEvent &E : record("a : p012\n", C, Stage::Dispatched))
    Ports[E.Iteration] = E.Port;
  int First = 0;
  for (uint32_t I = 0; I != 127; ++I) {
    ASSERT_TRUE(Ports.count(I)) << I;
    First += Ports[I] == 0;
  }
  EXPECT_EQ(First, 42);
}

TEST(Queues, ByChanceAreChosenPastFullOnes) {
  // p0 gets a and half of the others, unless its queue is full.
  const char *const Body = "a : p0\nb : p01\nc : p01\n";
  Cpu C = twoQueues();
  for (DispatchQueue &Q : C.Queues)
    Q.ByChance = true;
  EXPECT_NE(cycles(Body, C), "3/2");
  for (DispatchQueue &Q : C.Queues)
    Q.Entries = 4;
  EXPECT_EQ(cycles(Body, C), "3/2");
}

/// Chains of four on p0, 12 cycles each, of which three side by side keep it
/// busy, and what waits for them on p1.
const char *const Chains = "z : none ; writes x\n"
                           "a : p0 ; reads x ; writes x latency 3\n"
                           "b : p0 ; reads x ; writes x latency 3\n"
                           "c : p0 ; reads x ; writes x latency 3\n"
                           "d : p0 ; reads x ; writes x latency 3\n";

TEST(Queues, OfPortsChosenAtIssueStopItWhenFull) {
  Cpu C = machine(5);
  C.Rename.Ports = PortChoice::SixPorts;
  EXPECT_EQ(cycles(Chains, C), "4");
  C.Queues = {queue(0x1), queue(0x3e)};
  C.Queues[1].Entries = 100;
  const auto With = [&](unsigned Entries) {
    C.Queues[0].Entries = Entries;
    return cycles(Chains, C);
  };
  EXPECT_EQ(With(100), "4");
  // All of a chain find room as soon as one µop has gone: two side by side,
  // each as long as below.
  EXPECT_EQ(With(4), "11/2");
  // d goes nine cycles after a, and a the cycle after issue.
  EXPECT_EQ(With(1), "11");
  // What goes to other ports waits with them.
  C.Fetch.Width = 6;
  EXPECT_EQ(cycles((std::string(Chains) + "e : p1\n").c_str(), C), "11");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Chains, C, O), "4");
  // The scheduler as a whole is no limit beside them.
  C.Scheduler = 1;
  EXPECT_EQ(With(100), "4");
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

TEST(Queues, TakeATurnWithoutAChoice) {
  // b and c follow a: each queue gets two of the four µops.
  const char *const Body = "a : p1\n"
                           "b : p01 ; reads x ; writes x latency 1\n"
                           "c : p0\n"
                           "d : p01 ; reads y ; writes y latency 1\n";
  const auto Events = record(Body, twoQueues(), Stage::Dispatched);
  ASSERT_GE(Events.size(), 8u);
  for (const PipelineEvent &E : Events)
    EXPECT_EQ(E.Port, E.Instr == 0 || E.Instr == 3 ? 1 : 0) << E.Iteration;
}

TEST(Queues, GetBranchesOutOfTurn) {
  // By turns a and b go to both ports, and get in the way of each other.
  const char *const Body = "a : p01 ; reads x ; writes x latency 1\n"
                           "b : branch p03\n"
                           "c : p01 ; reads y ; writes y latency 1\n";
  Cpu C = twoQueues();
  C.Fetch.Width = 3;
  EXPECT_EQ(cycles(Body, C), "3/2");
  C.BranchOrder = {3, 0};
  EXPECT_EQ(cycles(Body, C), "1");
  for (const PipelineEvent &E : record(Body, C, Stage::Dispatched))
    EXPECT_EQ(E.Port, E.Instr == 0 ? 0 : E.Instr == 1 ? 3 : 1);
  // One with another port takes turns.
  const char *const Other = "a : p0\nb : branch p03\n";
  C.Fetch.Width = 2;
  C.BranchOrder = {0};
  for (const PipelineEvent &E : record(Other, C, Stage::Dispatched))
    EXPECT_EQ(E.Port, E.Instr == 0 ? 0 : 3);
  C.BranchOrder = {0, 3};
  EXPECT_EQ(cycles(Other, C), "2");
}

TEST(Queues, GetTheSecondBranchOfACycleElsewhere) {
  Cpu C = twoQueues();
  C.Fetch.Width = 2;
  C.BranchOrder = {3, 0};
  const char *const Body = "a : branch p03\nb : branch p03\n";
  EXPECT_EQ(cycles(Body, C), "1");
  // Apart from the load that belongs to it, which only the first can take.
  C.Fetch.Width = 1;
  for (const PipelineEvent &E :
       record("a fused 1 : load p2 ; writes $t latency 1 | branch p03 ; reads "
              "$t\n",
              C, Stage::Dispatched))
    EXPECT_EQ(E.Port, E.Uop ? 3 : 2);
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

TEST(Queues, WaitWhereThereIsNoEntry) {
  // a is in both queues; b fills the second one, which no other µop leaves.
  Cpu C = machine();
  C.Queues = {queue(0x1), queue(0x3)};
  C.Queues[1].Entries = 1;
  C.Queues[1].Waiting = 1;
  EXPECT_EQ(cycles("b : p1\na : p0\n", C), "2");
}

TEST(Queues, MayHaveEntriesTogether) {
  const char *const Body = "c : p1 ; writes x latency 6\n"
                           "a : p0 ; reads x\n"
                           "b : p2 ; reads x\n";
  Cpu C = twoQueues();
  EXPECT_EQ(cycles(Body, C), "1");
  C.Together = {0x1, 1};
  EXPECT_EQ(cycles(Body, C), "4");
  C.Together = {0x5, 2};
  EXPECT_EQ(cycles(Body, C), "4");
  C.Together = {0x1, 100};
  EXPECT_EQ(cycles(Body, C), "1");
  // Also of what takes the port beside its own.
  const char *const Beside = "c : p1 ; writes x latency 6\n"
                             "a : p2 + p0 ; reads x\n";
  EXPECT_EQ(cycles(Beside, C), "1");
  C.Together = {0x1, 1};
  EXPECT_EQ(cycles(Beside, C), "4");
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Beside, C, O), "1");
}

/// Queues of one port each, bound by places, all of their entries together.
void bindByPlaces(Cpu &C, std::mt19937 &Numbers) {
  C.Queues.clear();
  for (unsigned P = 0; P != 4; ++P)
    C.Queues.push_back(queue(uint64_t(1) << P));
  // One that is chosen as any other, whose µops may be among them.
  C.Queues.push_back(queue(0x30));
  C.Queues.back().Entries = 1 + Numbers() % 4;
  C.Together = {Numbers() % 2 ? 0x3fu : 0xfu, unsigned(1 + Numbers() % 16)};
  C.Places.Even = {0, 1};
  C.Places.Odd = {2, 3};
  for (unsigned PlaceBinding::*Of :
       {&PlaceBinding::Difference, &PlaceBinding::DifferenceAfter,
        &PlaceBinding::Total, &PlaceBinding::TotalAfter, &PlaceBinding::Flow,
        &PlaceBinding::FlowCycles, &PlaceBinding::FlowAfter,
        &PlaceBinding::Uneven, &PlaceBinding::UnevenAfter, &PlaceBinding::Full})
    C.Places.*Of = 1 + Numbers() % 6;
}

/// Queues of one port each, bound by the half of their cycle.
void bindByHalves(Cpu &C, std::mt19937 &Numbers) {
  C.Queues.clear();
  for (unsigned P = 0; P != 4; ++P)
    C.Queues.push_back(queue(uint64_t(1) << P));
  C.Queues.push_back(queue(0x30));
  C.Halves.Ports = {std::vector<uint8_t>{0, 1}, std::vector<uint8_t>{2, 3}};
  C.Halves.Difference = 1 + Numbers() % 6;
  C.Halves.Entries = 1 + Numbers() % 12;
}

/// A machine whose queues overlap, or leave out ports, as it happens.
Cpu randomCpu(RandomKernels &Random, std::mt19937 &Numbers) {
  Cpu C = Random.cpu(PortChoice::AtDispatch);
  const FrontEndKind Kinds[] = {FrontEndKind::Linear, FrontEndKind::NoCross,
                                FrontEndKind::DispatchQueues};
  C.Fetch.Kind = Kinds[Numbers() % 3];
  C.Queues.clear();
  for (unsigned Queues = 1 + Numbers() % 5; Queues; --Queues) {
    DispatchQueue &Q = C.Queues.emplace_back();
    Q.Ports = 1 + Numbers() % 63;
    if (Numbers() % 2)
      Q.Width = 1 + Numbers() % 3;
    if (Numbers() % 4)
      Q.Entries = 1 + Numbers() % 12;
    if (Q.Entries && Numbers() % 2)
      Q.Waiting = Numbers() % 8;
  }
  if (Numbers() % 3 == 0)
    C.Together = {1 + Numbers() % 63, unsigned(1 + Numbers() % 9)};
  if (Numbers() % 4 == 0)
    bindByPlaces(C, Numbers);
  else if (Numbers() % 4 == 0)
    bindByHalves(C, Numbers);
  C.Rename.WholeUops = Numbers() % (C.Fetch.Width + 1);
  C.Rename.MicrocodeApart = C.Rename.WholeUops && Numbers() % 2;
  if (Numbers() % 2)
    for (unsigned P = 6; P--;)
      if (llvm::any_of(C.Queues, [&](const DispatchQueue &Q) {
            return Q.Ports >> P & 1;
          }))
        C.BranchOrder.push_back(P);
  return C;
}

TEST(Queues, BoundTheMachine) {
  RandomKernels Random(7);
  std::mt19937 Numbers(8);
  unsigned Exact = 0;
  constexpr unsigned Runs = 4000;
  for (unsigned Run = 0; Run != Runs; ++Run) {
    const Cpu C = randomCpu(Random, Numbers);
    const Kernel K = Random.kernel(Run % 2 ? 4 : 12);
    SimulationOptions O;
    O.MaxCycles = 4000;
    const SimulationResult R = simulate(K, C, O);
    const Rational Bound =
        std::max({portBound(K, C).Cycles, frontEndBound(K, C).Cycles,
                  dependenceBound(K).Cycles});
    // See SimulationBounds.Hold.
    const Rational Slack = R.Exact ? Rational(0) : Bound / 8;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    printKernel(OS, "k", K, C);
    ASSERT_GE(R.Cycles, Bound - Slack) << "run " << Run << '\n' << Text;
    // It goes on: no µop waits for ever.
    ASSERT_LT(R.Cycles, Rational(1000)) << "run " << Run << '\n' << Text;
    Exact += R.Exact;
  }
  EXPECT_GT(Exact, Runs / 2);
}

TEST(OpCacheQueue, IsFullAtFirstIfSaidSo) {
  // The front end delivers an iteration of two in a cycle.
  Cpu C = machine(4);
  C.Fetch.Kind = FrontEndKind::OpCache;
  C.Fetch.OpCache.OpQueue = 8;
  EXPECT_EQ(issued("a : p0\nb : p1\n", C, 5), "22222");
  // Eight wait, of which a cycle takes four; two come in.
  C.Fetch.OpCache.StartsFull = true;
  EXPECT_EQ(issued("a : p0\nb : p1\n", C, 5), "44422");
  // Where the front end is no limit nothing is waited for.
  SimulationOptions O;
  O.Without.FrontEnd = true;
  EXPECT_EQ(cycles("a : p0\nb : p1\n", C, O), "1");
  // Nothing to fill it with.
  EXPECT_EQ(cycles("", C), "0");
}

} // namespace
