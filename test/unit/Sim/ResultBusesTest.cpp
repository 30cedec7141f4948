//===- ResultBusesTest.cpp - Tests of the buses behind ports --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/ResultBuses.h"
#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Buses behind p0 and p1 that take two pieces a cycle.
Cpu buses() {
  Cpu C = machine();
  C.Schedule.ResultPorts = 0x3;
  C.Schedule.PortResults = 2;
  return C;
}

const char *const FourThree = "a results 2 : p0 ; writes x latency 4\n"
                              "b results 2 : p0 ; writes y latency 3\n";

TEST(ResultBuses, HoldUpWhatWouldFinishTogether) {
  const Cpu C = buses();
  // b would finish with a if it went a cycle later; its port waits with it.
  EXPECT_EQ(cycles(FourThree, C), "3");
  EXPECT_EQ(cycles(FourThree, machine()), "2");
  // Equal latencies never meet, nor do those with a cycle between them.
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 3\n"
                   "b results 2 : p0 ; writes y latency 3\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a results 2 : p0*2 ; writes x latency 4\n"
                   "b results 2 : p0 ; writes y latency 3\n",
                   C),
            "3");
}

TEST(ResultBuses, TakeSoManyPieces) {
  Cpu C = buses();
  const char *const Halves = "a results 1 : p0 ; writes x latency 4\n"
                             "b results 1 : p0 ; writes y latency 3\n";
  EXPECT_EQ(cycles(Halves, C), "2");
  C.Schedule.PortResults = 1;
  EXPECT_EQ(cycles(Halves, C), "3");
  // What is wider than the bus has it for itself.
  EXPECT_EQ(cycles(FourThree, C), "3");
  // Two equal µops have half of the result each.
  C.Schedule.PortResults = 2;
  EXPECT_EQ(cycles("a results 2 : p01 ; writes x latency 4 | p01\n"
                   "b results 1 : p0 ; writes y latency 3\n"
                   "c results 1 : p1 ; writes z latency 3\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a results 2 : p01 ; writes x latency 4 | p01\n"
                   "b results 2 : p0 ; writes y latency 3\n"
                   "c results 2 : p1 ; writes z latency 3\n",
                   C),
            "3");
}

TEST(ResultBuses, DoNotCountPassesOfOnePort) {
  const Cpu C = buses();
  // Neither before nor after what would finish with one of the two passes.
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 4 | p0\n"
                   "b results 2 : p0 ; writes y latency 3\n",
                   C),
            "3");
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 3 | p0\n"
                   "b results 2 : p0 ; writes y latency 4\n",
                   C),
            "3");
  // One pass of each of two ports is not several passes of one.
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 4 | p1\n"
                   "b results 2 : p0 ; writes y latency 3\n"
                   "c results 2 : p1 ; writes z latency 3\n",
                   C),
            "3");
}

TEST(ResultBuses, CountOnlyResultsOnTheirPorts) {
  const Cpu C = buses();
  // Not on p2; nothing, as a comparison; not what stays in the instruction.
  EXPECT_EQ(cycles("a results 2 : p2 ; writes x latency 4\n"
                   "b results 2 : p2 ; writes y latency 3\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a : p0 ; writes x latency 4\n"
                   "b results 2 : p0 ; writes y latency 3\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a results 2 : p0 ; writes $t latency 4 "
                   "| p2 ; reads $t ; writes x latency 1\n"
                   "b results 2 : p0 ; writes y latency 3\n",
                   C),
            "2");
  // What comes after more than 15 cycles is not looked at.
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 16\n"
                   "b results 2 : p0 ; writes y latency 15\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 15\n"
                   "b results 2 : p0 ; writes y latency 14\n",
                   C),
            "3");
}

TEST(ResultBuses, LeaveTheOtherPortToYoungerOnes) {
  // While b and p0 wait, c goes to p1.
  EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 4\n"
                   "b results 2 : p0 ; writes y latency 3\n"
                   "c results 2 : p1 ; writes z latency 3\n",
                   buses()),
            "3");
}

/// One piece a cycle from p0, and younger µops go past the one that waits.
Cpu patient(unsigned Patience) {
  Cpu C = buses();
  C.Schedule.PortResults = 1;
  C.Schedule.ResultPatience = Patience;
  return C;
}

/// So many µops of p0 with latency 3, then one with latency 1.
std::string longThenShort(unsigned Long) {
  std::string Text;
  for (unsigned I = 0; I != Long; ++I)
    Text += "a results 1 : p0 ; writes x" + std::to_string(I) + " latency 3\n";
  return Text + "b results 1 : p0 ; writes y latency 1\n";
}

TEST(ResultBuses, LetYoungerOnesPassUntilTheOldestLosesPatience) {
  // In turn none finishes with another one.
  EXPECT_EQ(cycles(longThenShort(1), patient(3)), "2");
  // Two, then three that pass b; two cycles go by before b finds room.
  EXPECT_EQ(cycles(longThenShort(2), patient(3)), "11/3");
  EXPECT_EQ(cycles(longThenShort(3), patient(3)), "5");
  EXPECT_EQ(cycles(longThenShort(4), patient(3)), "13/2");
  // The port waits with b: two cycles are lost each time.
  EXPECT_EQ(cycles(longThenShort(2), patient(0)), "5");
  EXPECT_EQ(cycles(longThenShort(4), patient(0)), "7");
}

TEST(ResultBuses, LetYoungerOnesPassForEver) {
  constexpr unsigned Endless = Scheduling::Endless;
  EXPECT_EQ(cycles(longThenShort(1), patient(Endless)), "2");
  // b goes when the buffers are full and nothing younger comes: as long as that
  // takes there is no period.
  EXPECT_EQ(cycles(longThenShort(4), patient(Endless)), "~5.90");
}

/// The bus of one port, asked for results of so many cycles in turn.
struct Bus {
  explicit Bus(unsigned Patience = 2) : C(patient(Patience)) {}
  using Room = sim::ResultBuses::Room;
  Room take(unsigned Delay) {
    sim::SimUop S;
    S.BusPieces = 1;
    S.BusDelay = Delay;
    return Buses.take(S, 0);
  }
  std::vector<uint64_t> state() const {
    sim::StateWriter W;
    W.begin(0, 0);
    Buses.state(W);
    return W.words().vec();
  }

  const Cpu C;
  sim::ResultBuses Buses{sim::Program(parseBody(FourThree, C), C, {}, 1), C, 0};
};

/// Both are full in the next cycle, \p Long was in the one before.
void fill(Bus &Long, Bus &Short) {
  Long.take(2);
  Long.take(3);
  Long.Buses.beginCycle();
  Long.Buses.beginCycle();
  Short.Buses.beginCycle();
  Short.take(1);
  Short.take(2);
  Short.Buses.beginCycle();
}

TEST(ResultBuses, HowLongTheyWereFullIsNothingWhereYoungerOnesPassForEver) {
  // Else a loop whose bus is always full had no period.
  Bus Long(Scheduling::Endless), Short(Scheduling::Endless);
  fill(Long, Short);
  EXPECT_EQ(Long.state(), Short.state());
  EXPECT_EQ(Long.take(1), Bus::Room::ForOthers);
}

TEST(ResultBuses, HowLongTheyWereFullIsPartOfTheState) {
  Bus Long, Short;
  fill(Long, Short);
  EXPECT_NE(Long.state(), Short.state());
  // So that the oldest one loses its patience there.
  for (Bus *B : {&Long, &Short}) {
    EXPECT_EQ(B->take(1), Bus::Room::ForOthers);
    EXPECT_EQ(B->take(2), Bus::Room::Found);
    B->Buses.beginCycle();
  }
  EXPECT_EQ(Long.take(1), Bus::Room::None);
  EXPECT_EQ(Short.take(1), Bus::Room::ForOthers);
}

TEST(ResultBuses, WhoLostItsPatienceIsPartOfTheState) {
  Bus Asked, Idle;
  for (Bus *B : {&Asked, &Idle}) {
    B->take(2);
    B->take(3);
    B->Buses.beginCycle();
    B->Buses.beginCycle();
  }
  EXPECT_EQ(Asked.state(), Idle.state());
  EXPECT_EQ(Asked.take(1), Bus::Room::ForOthers);
  EXPECT_NE(Asked.state(), Idle.state());
}

TEST(ResultBuses, OfEqualDelayNeverMeet) {
  // Not all that b may use has a bus.
  Cpu C = patient(3);
  C.Schedule.ResultPorts = 0x1;
  EXPECT_EQ(cycles("a results 1 : p0 ; writes x latency 3\n"
                   "a results 1 : p0 ; writes y latency 3\n"
                   "b results 1 : p01 ; writes z latency 1\n",
                   C),
            "2");
  EXPECT_EQ(cycles("a results 1 : p0 ; writes x latency 3\n"
                   "b results 1 : p0 ; writes y latency 3\n",
                   C),
            "2");
}

TEST(ResultBuses, DoNotCountPlacesBesideAResult) {
  const Cpu C = patient(3);
  // The second µop of b makes nothing of its result.
  EXPECT_EQ(cycles("a results 1 : p0 ; writes x latency 3\n"
                   "a results 1 : p0 ; writes y latency 3\n"
                   "b results 1 : p2 ; writes z latency 1 | p0\n",
                   C),
            "3");
}

TEST(ResultBuses, BehindPortsChosenAtIssue) {
  Cpu C = buses();
  for (PortChoice P : {PortChoice::AtDispatch, PortChoice::TwelvePorts}) {
    C.Rename.Ports = P;
    EXPECT_EQ(cycles(FourThree, C), "3");
    EXPECT_EQ(cycles("a results 2 : p0 ; writes x latency 3\n"
                     "b results 2 : p0 ; writes y latency 3\n",
                     C),
              "2");
  }
  // Those that pass each other and those that do not are the same, too.
  const std::string ThreeTimes = "a results 1 : p0 ; writes x latency 3\n"
                                 "a results 1 : p0 ; writes y latency 3\n"
                                 "b results 1 : p0 ; writes z latency 1\n";
  for (unsigned Patience : {0, 1, 3, 100}) {
    C = patient(Patience);
    C.Rename.Ports = PortChoice::AtDispatch;
    const std::string Expected = cycles(ThreeTimes, C);
    C.Rename.Ports = PortChoice::TwelvePorts;
    EXPECT_EQ(cycles(ThreeTimes, C), Expected) << Patience;
  }
}

TEST(ResultBuses, OfIntegersAlone) {
  Cpu C = buses();
  const std::string Vectors = std::string("registers vector x\n") + FourThree;
  EXPECT_EQ(cycles(Vectors, C), "3");
  C.Schedule.IntegerResults = true;
  EXPECT_EQ(cycles(Vectors, C), "2");
  EXPECT_EQ(cycles(std::string("registers mask y\n") + FourThree, C), "2");
  EXPECT_EQ(cycles(std::string("registers general x y\n") + FourThree, C), "3");
  EXPECT_EQ(cycles(FourThree, C), "3"); // flags, say
}

TEST(ResultBuses, AreNoLimitWithoutPorts) {
  SimulationOptions O;
  O.Without.Ports = true;
  EXPECT_EQ(cycles(FourThree, buses(), O), "1/2");
}

} // namespace
