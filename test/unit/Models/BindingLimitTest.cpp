//===- BindingLimitTest.cpp - What is named where no bound is attained ----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BindingLimit.h"
#include "TestCpu.h"
#include "takt/models/Prediction.h"

using namespace takt;
using namespace takt::test;

namespace {

/// What binds the lines \p Body and a fence, which waits for all that is before
/// it and holds up what follows: so latencies cost without a recurrence. Of the
/// fence itself nothing is said.
struct Said {
  explicit Said(llvm::StringRef Body)
      : Said(parseBody((Body + "fence order serializing : p1\n").str(),
                       makeCpu(4)),
             makeCpu(4), /*WithOrder=*/false) {}
  Said(const Kernel &K, const Cpu &C, bool WithOrder = true) {
    Prediction P = predict(K, C, Detail::Costs);
    EXPECT_FALSE(P.Attained);
    if (!WithOrder)
      llvm::erase_if(P.Costs,
                     [](const LimitCost &L) { return L.What == Limit::Order; });
    Cycles = P.Cycles.str();
    BoundBy = P.BoundBy;
    What = bindingLimit(P).What;
    Text = describeCosts(P, K, C);
    Others = describeOthers(P);
  }
  std::string Cycles, Text, Others;
  Binder BoundBy;
  Limit What;
};

TEST(BindingLimit, ShortRecurrenceIsNotNamed) {
  const Said S("mul : p0 ; reads i ; writes x latency 12\n"
               "mul : p0 ; reads x ; writes y latency 12\n"
               "inc : p1 ; reads i ; writes i\n");
  EXPECT_EQ(S.Cycles, "27.00");
  EXPECT_EQ(S.What, Limit::Dependences);
  EXPECT_EQ(S.Text, "bound by latencies within an iteration (16.00 without)");
}

TEST(BindingLimit, LongRecurrenceIsNamed) {
  const Said S("mul : p0 ; reads i ; writes x latency 12\n"
               "mul : p0 ; reads x ; writes y latency 12\n"
               "inc : p1 ; reads i ; writes i latency 20\n");
  EXPECT_EQ(S.What, Limit::Dependences);
  EXPECT_EQ(
      S.Text,
      "bound by the dependency chain through i (inc, 20.00; 24.00 without)");
}

/// A store, loads of what it stored, and a counter.
std::string storeAndLoad(llvm::StringRef Dependences) {
  return ("st access a at \"[rdi]\" : store-data p3 ; reads v ; access 0\n"
          "ld access a at \"[rdi]\" : load p2 ; writes x latency 4 ; access 0\n"
          "ld2 access a at \"[rdi+8]\" : load p2 ; writes y latency 4 "
          "; access 0\n"
          "use : p0 ; reads x y\n"
          "inc : p1 ; reads i ; writes i\n" +
          Dependences)
      .str();
}

TEST(BindingLimit, LoadsThatWaitForStores) {
  const Said One(storeAndLoad("memory st -> ld latency 30\n"));
  EXPECT_EQ(One.Cycles, "34.00");
  EXPECT_EQ(One.What, Limit::MemoryDependences);
  EXPECT_EQ(One.Text, "bound by the load of what was just stored at [rdi] (st "
                      "→ ld; 9.00 without)");
  // Those that cannot be forwarded are named before the others.
  EXPECT_EQ(Said(storeAndLoad("memory st -> ld latency 5\n"
                              "memory st -> ld2 latency 30 partial\n"))
                .Text,
            "bound by the load of what was just stored at [rdi+8] (st → ld2, "
            "not forwarded; 9.00 without)");
  EXPECT_EQ(Said(storeAndLoad("memory st -> ld latency 30 partial\n"
                              "memory st -> ld2 latency 30 partial\n"))
                .Text,
            "bound by 2 loads of what was just stored, the first at [rdi] (st "
            "→ ld, not forwarded; 9.00 without)");
}

TEST(BindingLimit, LatenciesOfWhichLoadsArePart) {
  const Said S("mul : p0 ; reads i ; writes u latency 20\n"
               "mul : p0 ; reads u ; writes v latency 20\n" +
               storeAndLoad("memory st -> ld latency 30\n"));
  EXPECT_EQ(S.What, Limit::Dependences);
  EXPECT_EQ(S.Text,
            "bound by latencies within an iteration (24.00 without) and the "
            "load of what was just stored at [rdi] (st → ld; 44.00 without)");
}

TEST(BindingLimit, WhatHoldsOthersUp) {
  const Cpu C = makeCpu(4);
  const Said One(parseBody("pause repeat 40 as 1 : p0\n"
                           "inc : p1 ; reads i ; writes i\n",
                           C),
                 C);
  EXPECT_EQ(One.Cycles, "40.00");
  EXPECT_EQ(One.BoundBy, Binder::Order);
  EXPECT_EQ(One.Text, "bound by pause, which holds others up (1.00 without)");
  // Each is named once.
  const Said Two(parseBody("mul : p0 ; reads i ; writes x latency 12\n"
                           "fence order serializing : p1\n"
                           "fence order serializing : p1\n"
                           "pause repeat 4 as 1 : p0\n"
                           "inc : p1 ; reads i ; writes i\n",
                           C),
                 C);
  EXPECT_EQ(Two.BoundBy, Binder::Order);
  EXPECT_TRUE(llvm::StringRef(Two.Text).starts_with(
      "bound by fence and pause, which hold others up (3.00 without)"))
      << Two.Text;
}

/// As Said, on a CPU whose ports are chosen at issue, not by what they have to
/// do.
Said chosenAtIssue(llvm::StringRef Body, PortChoice Choice) {
  Cpu C = makeCpu(8);
  C.Rename.Ports = Choice;
  return Said(parseBody(Body, C), C);
}

TEST(BindingLimit, WorkOnPortsIsNotTheirChoice) {
  // Both loads take turns, so one port gets all the long ones. Without any
  // ports there would be 0.50 cycles, but no choice gets below 4.50.
  const Said Long = chosenAtIssue("gather : load p23*8\n"
                                  "ld : load p23\n",
                                  PortChoice::EightPorts);
  EXPECT_EQ(Long.Cycles, "8.00");
  EXPECT_EQ(Long.BoundBy, Binder::Ports);
  EXPECT_EQ(Long.Text, "bound by ports p2 and p3 (4.50 each; 3.50 more by the "
                       "choice among them)");
  EXPECT_EQ(Long.Others, "front end alone 0.50");
  // Only one of them is busy.
  EXPECT_EQ(
      chosenAtIssue("a : p0*4\nb : p01\nc : p01\n", PortChoice::Uniform).Text,
      "bound by port p0 (4.00; 1.02 more by the choice among ports p0 "
      "and p1)");
  // The fence would hold the loop at as many cycles as the work on p0.
  EXPECT_EQ(chosenAtIssue("a : p0*4\n"
                          "b : p01\n"
                          "fence order serializing : p1\n",
                          PortChoice::Uniform)
                .Text,
            "bound by the choice among ports p0 and p1 (4.00 without) and "
            "fence, which holds others up (4.51 without)");
}

/// The words about 10 cycles that are mostly those of \p L, with ports and a
/// unit that have \p Load to do.
std::string costText(const LimitCost &L, const Rational &Load) {
  const Cpu C = makeCpu(2, 1);
  Prediction P;
  P.Cycles = 10;
  P.BoundBy = Binder::Scheduling;
  P.FrontEnd.Cycles = P.Ports.Cycles = Load;
  P.Ports.Load = {Load, Load, Load};
  P.Ports.Saturated = 7;
  P.Costs = {L};
  return describeBinder(P, Kernel(), C);
}

TEST(BindingLimit, WorkThatIsMostOfTheCycles) {
  const LimitCost Group{Limit::Ports, 3, 2, 8}, Port{Limit::Ports, 1, 2, 8},
      Unit{Limit::Units, 4, 2, 8}, FrontEnd{Limit::FrontEnd, 0, 2, 8};
  EXPECT_EQ(costText(Group, 5),
            "bound by ports p0 and p1 (5.00 each; 5.00 more "
            "by the choice among them)");
  EXPECT_EQ(costText(Port, 6), "bound by port p0 (6.00; 4.00 more by bursts)");
  EXPECT_EQ(costText(Unit, 6),
            "bound by the unit u0 (6.00; 4.00 more by bursts)");
  EXPECT_EQ(costText(FrontEnd, 6),
            "bound by the front end (6.00; 4.00 more by gaps in its delivery)");
  // Where it is not, no better use gets below it.
  EXPECT_EQ(costText(Group, 4),
            "bound by the choice among ports p0 and p1 (4.00 without)");
  EXPECT_EQ(costText(Group, 1),
            "bound by the choice among ports p0 and p1 (2.00 without)");
  EXPECT_EQ(costText(FrontEnd, 4),
            "bound by gaps in the front end's delivery (4.00 without)");
}

/// What binds where endless buffers gain 4 cycles and no \p Other limit \p
/// Gain.
Limit boundBeside(Rational Gain, Limit Other) {
  Prediction P;
  P.Cycles = 10;
  P.Costs = {{Limit::Buffers, 0, 6, 4}, {Other, 0, P.Cycles - Gain, Gain}};
  return bindingLimit(P).What;
}

TEST(BindingLimit, StoresThatLeaveOneAtATimeArePartOfOthers) {
  EXPECT_EQ(boundBeside(2, Limit::LoneStores), Limit::LoneStores);
  EXPECT_EQ(boundBeside(Rational(19, 10), Limit::LoneStores), Limit::Buffers);
  EXPECT_EQ(boundBeside(4, Limit::Banks), Limit::Buffers);
}

} // namespace
