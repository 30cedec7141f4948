//===- HalfBinderTest.cpp - Tests of queues chosen by halves --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/HalfBinder.h"
#include "MachineHelper.h"
#include "gtest/gtest.h"

using namespace takt;
using namespace takt::test;

namespace {

/// A queue for each of p0 to p3, two on each side, of which each holds 12.
Cpu byHalf() {
  Cpu C = machine(8);
  C.ReorderBuffer = 64;
  for (uint64_t Ports : {1, 2, 4, 8})
    C.Queues.push_back(queue(Ports));
  C.Halves.Ports = {std::vector<uint8_t>{0, 1}, std::vector<uint8_t>{2, 3}};
  C.Halves.Difference = 4;
  C.Halves.Entries = 12;
  return C;
}

class Binding {
public:
  explicit Binding(const Cpu &C) : B(C, 8, C.Halves.Entries) {}

  /// The queues of a cycle's fused µops: S may go to any, L to the first one of
  /// a side, R to p2 and p3 alone; "." is none that is bound. "-": nothing is
  /// bound in such a cycle. \p Held is what the queues hold.
  std::string cycle(llvm::StringRef Letters,
                    std::array<unsigned, 4> Held = {}) {
    B.beginCycle(Held);
    std::string Result = Letters.str();
    for (char &Letter : Result) {
      if (Letter != '.') {
        const uint32_t Of = Letter == 'S' ? 0xf : Letter == 'L' ? 0x5 : 0xc;
        sim::HalfBinder::Turns T = B.turns();
        const unsigned Q = B.pick(Of, T);
        if (B.isOpen())
          B.take(Q);
        Letter = B.isOpen() ? char('0' + Q) : '-';
      }
      B.nextPlace();
    }
    return Result;
  }

  sim::HalfBinder B;
};

TEST(HalfBinder, GoesByTheHalfOfTheCycle) {
  Binding B(byHalf());
  EXPECT_EQ(B.cycle("SSSSSSSS"), "01012323");
  // Other fused µops have places, too.
  EXPECT_EQ(B.cycle("...S..S."), "...0..2.");
  // The turns go on with what came last, also if that had no choice.
  EXPECT_EQ(B.cycle("S...S..."), "1...3...");
  EXPECT_EQ(B.cycle("LSSLSLSS"), "01002232");
  EXPECT_EQ(B.cycle("LLLLLLLL"), "00002222");
  EXPECT_EQ(B.cycle("SS......"), "10......");
  // One side alone can do it.
  EXPECT_EQ(B.cycle("RR..R..."), "32..3...");
}

TEST(HalfBinder, TurnsRoundWhereTheFirstSideHoldsMore) {
  Binding B(byHalf());
  EXPECT_EQ(B.cycle("S...S...", {2, 1, 0, 0}), "0...2...");
  EXPECT_EQ(B.cycle("S...S...", {2, 2, 0, 0}), "3...1...");
  EXPECT_EQ(B.cycle("S...S...", {2, 3, 1, 1}), "0...2...");
  EXPECT_EQ(B.cycle("S...S...", {0, 0, 4, 4}), "1...3...");
}

TEST(HalfBinder, WaitsForRoomOnBothSides) {
  Binding B(byHalf());
  EXPECT_EQ(B.cycle("S...S...", {4, 4, 8, 0}), "0...2...");
  EXPECT_EQ(B.cycle("S...S...", {4, 5, 0, 0}), "-...-...");
  EXPECT_EQ(B.cycle("S...S...", {0, 0, 0, 9}), "-...-...");
}

/// Kernel text of a cycle's eight places: loads and stores as above, and µops
/// without a port.
std::string body(llvm::StringRef Letters) {
  std::string Text;
  for (const auto &[N, Letter] : llvm::enumerate(Letters))
    Text += "i" + std::to_string(N) +
            (Letter == 'S'   ? " : p0123\n"
             : Letter == 'L' ? " : p02\n"
                             : " : none\n");
  return Text;
}

TEST(HalfBinder, BindsInTheMachine) {
  const Cpu C = byHalf();
  // Two of the four loads of a cycle go to each side.
  EXPECT_EQ(cycles(body("LL..LL.."), C), "2");
  // Of two that may go anywhere one takes the place of a load, though another
  // queue of the side has nothing to do.
  EXPECT_EQ(cycles(body("LSS.LSS."), C), "2");
  EXPECT_EQ(cycles(body("LS..LS.."), C), "1");
  // Without queues four go in any cycle.
  EXPECT_EQ(cycles(body("LSS.LSS."), machine(8)), "3/2");
}

} // namespace
