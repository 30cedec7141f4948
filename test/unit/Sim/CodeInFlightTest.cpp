//===- CodeInFlightTest.cpp - Tests of blocks and lines in flight ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Lines of 64 bytes, and room for whatever is in flight but code.
Cpu machineOfLines(unsigned Blocks, unsigned Lines) {
  Cpu C = machine();
  C.Fetch.Kind = FrontEndKind::OpCache;
  C.ReorderBuffer = 400;
  C.Code = {Blocks, Lines};
  return C;
}

/// An operation of 4 bytes at \p Offset that is in flight for 40 cycles, from
/// issue (0) over its port (1) to retirement (39), after which others may be
/// issued (40), and \p Rest behind it.
std::string body(unsigned Offset, const std::string &Rest) {
  return "a size 4 offset " + std::to_string(Offset) +
         " : p0 ; writes x latency 37\n" + Rest;
}

std::string jump(unsigned Offset) {
  return "j size 2 offset " + std::to_string(Offset) + " taken : p1\n";
}

TEST(CodeInFlight, IsSoManyBlocks) {
  const std::string Loop = body(0, jump(4));
  EXPECT_EQ(cycles(Loop, machineOfLines(0, 0)), "1");
  EXPECT_EQ(cycles(Loop, machineOfLines(10, 10)), "4");
  EXPECT_EQ(cycles(Loop, machineOfLines(20, 20)), "2");
  // Two blocks an iteration.
  const std::string Two =
      body(0, jump(4) + "b size 4 offset 8 : p2\n" + jump(12));
  EXPECT_EQ(cycles(Two, machineOfLines(10, 10)), "8");
  // Where buffers do not count it has no limit, nor have copies.
  SimulationOptions O;
  O.Without.Buffers = true;
  EXPECT_EQ(cycles(Loop, machineOfLines(1, 1), O), "1");
  const Cpu C = machineOfLines(1, 1);
  Kernel Copies = parseBody(Loop, C);
  Copies.Repeats = Notion::Unrolled;
  EXPECT_EQ(simulate(Copies, C).Cycles, Rational(1));
}

TEST(CodeInFlight, IsSoManyLinesOfBlocks) {
  const std::string Within = body(56, jump(60)), Over = body(60, jump(64));
  EXPECT_EQ(cycles(Within, machineOfLines(15, 20)), "8/3");
  EXPECT_EQ(cycles(Over, machineOfLines(15, 20)), "4");
  // A block goes on to its third line: six of them, and the first line of one.
  const std::string Three = body(
      60, "b size 4 offset 64 : p2\nc size 4 offset 128 : p2\n" + jump(132));
  EXPECT_EQ(cycles(Three, machineOfLines(15, 20)), "40/7");
  // What has no µop leaves its line to what is behind it.
  const std::string Pair = body(
      0, "b size 4 offset 60 : p2\nj macro-fused size 2 offset 64 taken\n");
  EXPECT_EQ(cycles(Pair, machineOfLines(15, 20)), "4");
}

TEST(CodeInFlight, IsThatOfTheLoopsEndWhereItIsEnteredInItsMiddle) {
  const std::string Entered = "b size 4 offset 4 : p2\n" + jump(8) +
                              "a size 4 offset 0 : p0 ; writes x latency 37\n";
  EXPECT_EQ(cycles(Entered, machineOfLines(10, 10)), "4");
}

} // namespace
