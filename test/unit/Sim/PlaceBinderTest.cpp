//===- PlaceBinderTest.cpp - Tests of queues chosen by places -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/PlaceBinder.h"
#include "MachineHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

/// A queue for each of p0 to p3, of which p1 and p3 are of even places.
Cpu byPlace() {
  Cpu C = machine();
  C.ReorderBuffer = 40;
  for (uint64_t Ports : {1, 2, 4, 8})
    C.Queues.push_back(queue(Ports));
  C.Together = {0xf, 64};
  C.Places.Even = {1, 3};
  C.Places.Odd = {0, 2};
  C.Places.Difference = 3;
  C.Places.DifferenceAfter = 2;
  C.Places.Total = 10;
  C.Places.TotalAfter = 2;
  C.Places.Flow = 100;
  C.Places.Uneven = 2;
  C.Places.UnevenAfter = 2;
  C.Places.Full = 8;
  return C;
}

/// What may go to which queues; others go to none.
uint32_t queuesOf(char Letter) {
  switch (Letter) {
  case 'M':
    return 0x3;
  case 'P':
    return 0xf;
  case 'V':
    return 0xe;
  case 'E':
    return 0x2;
  default:
    return 0;
  }
}

/// "e" for a queue of even places, "o" for one of odd ones.
std::string sides(std::string Queues) {
  for (char &C : Queues)
    C = llvm::isDigit(C) ? (C - '0') % 2 ? 'e' : 'o' : C;
  return Queues;
}

class Binding {
public:
  explicit Binding(const Cpu &C, unsigned Entries = 64) : B(C, Entries) {}

  /// The queues of a cycle's µops, each a letter; "." is a fused µop without
  /// any, S one that is bound elsewhere. \p Held is what the queues hold.
  std::string cycle(llvm::StringRef Letters, std::array<unsigned, 4> Held = {},
                    unsigned Together = 0) {
    B.beginCycle(Held, Together);
    std::string Result = Letters.str();
    for (size_t N = 0; N != Letters.size(); ++N) {
      B.nextPlace();
      if (Letters[N] != '.')
        B.add(N, queuesOf(Letters[N]));
    }
    B.bind([&](sim::UopNumber N, unsigned Queue) {
      Result[N] = char('0' + Queue);
    });
    return Result;
  }

  sim::PlaceBinder B;
};

TEST(PlaceBinder, GoesByThePlaceAmongAllThatIsDispatched) {
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("M.MMM"), "1.101");
  // The sixth place; it counts on over cycles.
  EXPECT_EQ(Of.cycle("MM"), "01");
  // One without a choice goes where it can.
  EXPECT_EQ(Of.cycle("EE"), "11");
}

TEST(PlaceBinder, AlternatesBetweenTheQueuesOfASide) {
  // The last one of a cycle is the first to do so.
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("P.P.P."), "3.1.3.");
  EXPECT_EQ(Of.cycle("P.P."), "3.1.");
  EXPECT_EQ(Of.cycle("P."), "1.");
  EXPECT_EQ(Of.cycle(".P.P"), ".0.2");
  // Who has but one queue on the other side takes no turn.
  EXPECT_EQ(Of.cycle("V.V.P."), "1.1.3.");
  EXPECT_EQ(Of.cycle(".V"), ".2");
}

TEST(PlaceBinder, TakesTurnsWherePairsDiffer) {
  Binding Of(byPlace());
  const std::array<unsigned, 4> Differ = {0, 3, 0, 0};
  EXPECT_EQ(Of.cycle("M.M.", Differ), "1.1."); // not seen yet
  EXPECT_EQ(Of.cycle("M.M.", Differ), "1.0.");
  // Another begins after more than one, the same after one.
  EXPECT_EQ(Of.cycle("M.M.M.", Differ), "0.1.0.");
  EXPECT_EQ(Of.cycle("M.", Differ), "1.");
  EXPECT_EQ(Of.cycle(".M", Differ), ".1");
  EXPECT_EQ(Of.cycle("MSM.", Differ), "1S1.");
  EXPECT_EQ(Of.cycle("M.M."), "0.1."); // not seen yet
  EXPECT_EQ(Of.cycle("M.M."), "1.1.");
}

TEST(PlaceBinder, TakesTurnsWhereMuchIsHeld) {
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("M.M.", {}, 10), "1.1.");
  EXPECT_EQ(Of.cycle("M.M.", {}, 9), "1.0.");
  EXPECT_EQ(Of.cycle("M.M.", {}, 9), "1.1.");
}

TEST(PlaceBinder, CountsOnOverCyclesWhereMuchIsHeld) {
  // Each one goes to the other side than the one before, whatever the cycle.
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("....", {}, 10), "....");
  EXPECT_EQ(Of.cycle("M.", {}, 10), "1.");
  EXPECT_EQ(Of.cycle("M.", {}, 10), "0.");
  EXPECT_EQ(Of.cycle("MM", {}, 10), "10");
  EXPECT_EQ(Of.cycle("MM", {}, 10), "10");
  EXPECT_EQ(Of.cycle("MMM.", {}, 10), "101.");
  EXPECT_EQ(Of.cycle("M.", {}, 10), "0.");
  // Where pairs differ, too, the rule of these.
  const std::array<unsigned, 4> Differ = {0, 3, 0, 0};
  EXPECT_EQ(Of.cycle("..", Differ, 10), "..");
  EXPECT_EQ(sides(Of.cycle("P.", Differ, 10)), "e.");
  EXPECT_EQ(sides(Of.cycle("PP", Differ, 10)), "eo");
  EXPECT_EQ(sides(Of.cycle("P.", Differ, 10)), "o.");
}

TEST(PlaceBinder, GoesToTheEmptierSideWhereMuchIsHeld) {
  Binding Of(byPlace());
  const std::array<unsigned, 4> Differ = {0, 3, 0, 0}, Odd = {3, 0, 3, 0};
  EXPECT_EQ(Of.cycle("....", Differ, 10), "....");
  EXPECT_EQ(Of.cycle("MMM.", Differ, 10), "000.");
  // One that can go nowhere else does not.
  EXPECT_EQ(Of.cycle("EE..", Odd, 10), "11..");
  // All that P could use on that side hold more.
  EXPECT_EQ(sides(Of.cycle("PPP.", Differ, 10)), "eee.");
  // It finds one there that holds no more.
  EXPECT_EQ(sides(Of.cycle("PP..", Differ, 10)), "oe..");
  // Where less is held it does not matter.
  EXPECT_EQ(Of.cycle("....", Differ, 9), "....");
  EXPECT_EQ(Of.cycle("MM..", Differ, 9), "10..");
}

TEST(PlaceBinder, DoesNotMindAFullSideWhereMuchIsHeld) {
  Cpu C = byPlace();
  C.Places.Difference = 9;
  Binding Of(C);
  const std::array<unsigned, 4> Even = {0, 4, 0, 4};
  EXPECT_EQ(Of.cycle("MMM.", Even, 10), "000.");
  EXPECT_EQ(Of.cycle("MMM.", Even, 10), "101.");
}

TEST(PlaceBinder, AlternatesOnNoSideWhereMuchIsHeld) {
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("....", {}, 10), "....");
  EXPECT_EQ(Of.cycle("PPPP", {}, 10), "3232");
  EXPECT_EQ(Of.cycle("PP..", {}, 9), "32..");
  EXPECT_EQ(Of.cycle("P.P."), "1.3.");
}

TEST(PlaceBinder, GoesByPlaceWhereMuchHasGone) {
  Cpu C = byPlace();
  C.Places.Flow = 4;
  C.Places.FlowCycles = 2;
  C.Places.FlowAfter = 2;
  Binding Of(C);
  // M in odd places: where much is held they alternate, else all go to 0.
  EXPECT_EQ(Of.cycle("....", {2, 2, 2, 2}, 10), "....");
  EXPECT_EQ(Of.cycle(".M.M", {1, 2, 2, 2}, 10), ".1.0"); // one has gone
  EXPECT_EQ(Of.cycle(".M.M", {1, 1, 2, 2}, 10), ".1.0"); // three more
  EXPECT_EQ(Of.cycle(".M.M", {1, 1, 1, 1}, 10), ".0.0"); // both are seen
  EXPECT_EQ(Of.cycle(".M.M", {1, 1, 2, 2}, 10), ".0.0");
  EXPECT_EQ(Of.cycle(".M.M", {2, 2, 2, 2}, 10), ".0.0");
  EXPECT_EQ(Of.cycle(".M.M", {2, 3, 3, 2}, 10), ".1.0"); // four are too old
}

TEST(PlaceBinder, PrefersTheEmptierQueueOfASide) {
  Binding Of(byPlace());
  const std::array<unsigned, 4> Uneven = {0, 2, 0, 0};
  EXPECT_EQ(Of.cycle("P.P.", Uneven), "1.3.");
  EXPECT_EQ(Of.cycle("P.P.P."), "3.3.3.");
  EXPECT_EQ(Of.cycle("P.P.", {0, 1, 0, 0}), "3.1.");
  EXPECT_EQ(Of.cycle("P.P."), "3.1.");
}

TEST(PlaceBinder, LeavesAFullSide) {
  Binding Of(byPlace());
  EXPECT_EQ(Of.cycle("MM", {4, 4, 4, 4}), "10"); // both are
  EXPECT_EQ(Of.cycle("MM", {3, 4, 4, 4}), "00");
  // Both are, and one holds fewer: who has a choice on both sides goes there.
  EXPECT_EQ(Of.cycle("MM", {4, 5, 4, 4}), "10");
  EXPECT_EQ(Of.cycle("PP", {4, 5, 4, 5}).find_first_of("13"),
            std::string::npos);
  EXPECT_EQ(Of.cycle("PP", {5, 4, 5, 4}).find_first_of("02"),
            std::string::npos);
}

TEST(PlaceBinder, HasHalfOfTheEntriesOnEachSide) {
  Binding Of(byPlace(), 4);
  Of.B.beginCycle({0, 1, 0, 0}, 1);
  EXPECT_TRUE(Of.B.hasRoom({3}));
  EXPECT_FALSE(Of.B.hasRoom({2, 2}));
  EXPECT_TRUE(Of.B.hasRoom({2, 0, 1, 1, 1})); // the other side is empty
  Of.B.nextPlace();
  Of.B.add(0, 3);
  EXPECT_TRUE(Of.B.hasRoom({3})); // in an odd place
  Of.B.nextPlace();
  EXPECT_FALSE(Of.B.hasRoom({3}));
}

TEST(PlaceBinder, BindsTheMachine) {
  // a is always in an even place, b in an odd one.
  Cpu C = byPlace();
  C.Fetch.Width = 2;
  for (const PipelineEvent &E :
       record("a : p01\nb : p01\n", C, Stage::Dispatched))
    EXPECT_EQ(E.Port, E.Instr == 0 ? 1 : 0) << E.Iteration;
  // All in even places, more than p1 can take: they get to p0, too.
  C.Fetch.Width = 6;
  EXPECT_EQ(cycles("a : p1\nb : p0\n", C), "1");
  SimulationOptions O;
  O.MinCycles = 1000;
  const SimulationResult R =
      simulate(parseBody("a : p01\nb : none\nc : p01\nd : none\n", C), C, O);
  EXPECT_LT(R.Cycles, Rational(3, 2));
}

} // namespace
