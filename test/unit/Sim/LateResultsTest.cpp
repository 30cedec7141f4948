//===- LateResultsTest.cpp - Tests of results that wait for each other ----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/LateResults.h"
#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// p0 and p1 hand on one result a cycle.
Cpu late() {
  Cpu C = machineAtDispatch();
  C.Schedule.LateResults = 0x3;
  return C;
}

const std::string Registers =
    "registers vector v w x y z\nregisters mask k\nregisters general r\n";

/// In which cycles the µops of the first iteration of \p Body have executed,
/// from the first dispatch on.
std::string done(const std::string &Body, const Cpu &C = late()) {
  const std::string Text = Registers + Body;
  const uint64_t First = record(Text, C, Stage::Dispatched).front().Cycle;
  std::map<std::pair<uint32_t, uint16_t>, uint64_t> Cycles;
  for (const PipelineEvent &E : record(Text, C, Stage::Executed, 40))
    if (E.Iteration == 0)
      Cycles[{E.Instr, E.Uop}] = E.Cycle - First;
  std::string Result;
  for (const auto &[Uop, Cycle] : Cycles)
    Result += (Result.empty() ? "" : " ") + std::to_string(Cycle);
  return Result;
}

const std::string FourThree = "a : p0 ; writes x latency 4\n"
                              "b : p0 ; writes y latency 3\n";

TEST(LateResults, ComeOneACycle) {
  EXPECT_EQ(done(FourThree, machineAtDispatch()), "4 4");
  EXPECT_EQ(done(FourThree), "4 5");
  // Of equal latencies none is late.
  EXPECT_EQ(done("a : p0 ; writes x latency 3\n"
                 "b : p0 ; writes y latency 3\n"),
            "3 4");
  // As late as it must be, past all that comes before.
  EXPECT_EQ(done("a : p0 ; writes x latency 3\n"
                 "b : p0 ; writes y latency 3\n"
                 "c : p0 ; writes z latency 1\n"),
            "3 4 5");
}

TEST(LateResults, LeaveThePortToTheNextOnes) {
  EXPECT_EQ(done(FourThree + "c : p0 ; writes z latency 3\n"), "4 5 6");
  EXPECT_EQ(cycles(Registers + FourThree, late()), "2");
}

TEST(LateResults, HoldUpWhoWaitsForThem) {
  // b would be done with a, of the iteration before or of this one.
  const std::string Chain = Registers +
                            "b : p0 ; reads v ; writes v latency 1\n"
                            "a : p0 ; reads v ; writes x latency 2\n"
                            "b : p0 ; reads v ; writes v latency 1\n";
  EXPECT_EQ(cycles(Chain, machineAtDispatch()), "3");
  EXPECT_EQ(cycles(Chain, late()), "4");
}

TEST(LateResults, ComeInAsManyCyclesAsTheirPortIsTaken) {
  const char *const Two = "a : p0*2 ; writes x latency 3\n"
                          "b : p0*2 ; writes y latency 2\n";
  EXPECT_EQ(done(Two, machineAtDispatch()), "3 4");
  EXPECT_EQ(done(Two), "3 5");
  EXPECT_EQ(done("a : p0*2 ; writes x latency 4\n"
                 "b : p0 ; writes y latency 2\n"),
            "4 6");
}

TEST(LateResults, AreThoseOfVectorsAndMasks) {
  EXPECT_EQ(done("a : p0 ; writes k latency 4\n"
                 "b : p0 ; writes y latency 3\n"),
            "4 5");
  EXPECT_EQ(done("a : p0 ; writes r latency 4\n"
                 "b : p0 ; writes y latency 3\n"),
            "4 4");
  EXPECT_EQ(done("a : p0 ; writes flags latency 4\n"
                 "b : p0 ; writes y latency 3\n"),
            "4 4");
  // And what is handed on within the instruction.
  EXPECT_EQ(done("a : p0 ; writes $t latency 4 "
                 "| p2 ; reads $t ; writes x latency 1\n"
                 "b : p0 ; writes y latency 3\n"),
            "4 5 5");
}

TEST(LateResults, DoNotCountOnOtherPorts) {
  EXPECT_EQ(done("a : p2 ; writes x latency 4\n"
                 "b : p2 ; writes y latency 3\n"),
            "4 4");
  EXPECT_EQ(done("a : p0 ; writes x latency 4\n"
                 "b : p2 ; writes y latency 4\n"
                 "c : p1 ; writes z latency 4\n"),
            "4 4 4");
}

TEST(LateResults, DoNotCountFromUnitsOrLongAfter) {
  EXPECT_EQ(done("a : p0 + u0 ; writes x latency 4\n"
                 "b : p0 ; writes y latency 3\n"),
            "4 4");
  EXPECT_EQ(done("a : p0 ; writes x latency 16\n"
                 "b : p0 ; writes y latency 15\n"),
            "16 16");
  EXPECT_EQ(done("a : p0 ; writes x latency 15\n"
                 "b : p0 ; writes y latency 14\n"),
            "15 16");
}

TEST(LateResults, AreNoLimitWithoutPorts) {
  const std::string Text = Registers +
                           "a : p0 ; reads v ; writes x latency 2\n"
                           "b : p0 ; reads v ; writes v latency 2\n"
                           "c : p0 ; reads w ; writes w latency 1\n";
  SimulationOptions O;
  O.Without.Ports = true;
  EXPECT_EQ(cycles(Text, late(), O), "2");
}

TEST(LateResults, ArePartOfTheState) {
  const Cpu C = late();
  const sim::Program P(parseBody(Registers + FourThree, C), C, {}, 1);
  ASSERT_TRUE(P.HasLateResults);
  const auto state = [](const sim::LateResults &L) {
    sim::StateWriter W;
    W.begin(0, 0);
    L.state(W);
    return W.words().vec();
  };
  sim::SimUop S;
  S.ResultCycles = 1 << 3;
  sim::LateResults Used(P, C, 0), Idle(P, C, 0);
  EXPECT_EQ(Used.take(S, 0), 0u);
  EXPECT_NE(state(Used), state(Idle));
  EXPECT_EQ(Used.take(S, 0), 1u);
  EXPECT_EQ(Used.take(S, 1), 0u);
  EXPECT_EQ(Used.take(S, 2), 0u);
  EXPECT_EQ(Used.take(S, 2), 0u);
  // Nothing is left of it five cycles later.
  for (unsigned Cycle = 0; Cycle != 5; ++Cycle)
    Used.beginCycle();
  EXPECT_EQ(state(Used), state(Idle));
}

} // namespace
