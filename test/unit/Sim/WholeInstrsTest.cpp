//===- WholeInstrsTest.cpp - Instructions that are not split over cycles --===//
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

/// Six wide, ports for all of them.
Cpu wide(unsigned WholeUops, bool MicrocodeApart) {
  Cpu C = machine();
  C.Fetch.Width = 6;
  C.Rename.WholeUops = WholeUops;
  C.Rename.MicrocodeApart = MicrocodeApart;
  return C;
}

const char *const TwoAndThree = "a fused 2 : none | none\n"
                                "b : none\nc : none\nd : none\n";
const char *const ThreeAndFour = "a fused 3 : p0 | p1 | p2\n"
                                 "b : none\nc : none\nd : none\ne : none\n";

TEST(WholeInstrs, GoInOneCycle) {
  EXPECT_EQ(cycles(TwoAndThree, wide(0, false)), "5/6");
  // No cycle has room for the next one behind five µops.
  EXPECT_EQ(cycles(TwoAndThree, wide(2, false)), "1");
  // Two of three fill a cycle: nothing is lost.
  EXPECT_EQ(cycles("a fused 2 : none | none\nb : none\n", wide(2, false)),
            "1/2");
  // Of seven µops, one place is lost each time that a would begin in the last
  // one of a cycle: once in six iterations.
  EXPECT_EQ(cycles("a fused 2 : none | none\n"
                   "b : none\nc : none\nd : none\ne : none\nf : none\n",
                   wide(2, false)),
            "6/5");
  // An instruction of more µops may be split.
  EXPECT_EQ(cycles(ThreeAndFour, wide(2, false)), "7/6");
  EXPECT_EQ(cycles(ThreeAndFour, wide(3, false)), "5/4");
}

TEST(WholeInstrs, MicrocodeHasCyclesOfItsOwn) {
  EXPECT_EQ(cycles(TwoAndThree, wide(2, true)), "1");
  EXPECT_EQ(cycles(ThreeAndFour, wide(2, true)), "2");
  // One after the other takes a cycle each, and a long one several.
  EXPECT_EQ(cycles("a fused 3 : p0 | p1 | p2\n", wide(2, true)), "1");
  EXPECT_EQ(cycles("a fused 7 : p0 | p1 | p2 | p3 | p4 | p5 | none\nb : none\n",
                   wide(2, true)),
            "3");
}

TEST(WholeInstrs, WithoutAnIssueWidthNothingWaits) {
  SimulationOptions O;
  O.Without.IssueWidth = true;
  Cpu C = wide(2, true);
  EXPECT_EQ(cycles(ThreeAndFour, C, O),
            cycles(ThreeAndFour, wide(0, false), O));
}

} // namespace
