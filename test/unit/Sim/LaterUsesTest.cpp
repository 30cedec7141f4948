//===- LaterUsesTest.cpp - Tests of what µops take later ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineHelper.h"
#include "llvm/ADT/STLExtras.h"

using namespace takt;
using namespace takt::test;

namespace {

TEST(LaterUses, TakeThePortOfOthers) {
  for (const Cpu &C : {machine(), machineAtDispatch()}) {
    EXPECT_EQ(cycles("a : p0 + p1@2\n", C), "1");
    EXPECT_EQ(cycles("a : p0 + p1@2\nb : p1\n", C), "2");
    EXPECT_EQ(cycles("a : p0 + p1@2\nb : p1\nc : p1\n", C), "3");
    EXPECT_EQ(cycles("a : p0 + u0*3@4\n", C), "3");
  }
}

/// Where registers are told from flags: r is one, f are flags.
std::string withRegister(llvm::StringRef Body) {
  return ("registers general r\n" + Body).str();
}

TEST(LaterUses, TakeThePortOfResultsAlone) {
  struct {
    const char *Later, *Other, *Cycles;
  } const Tests[] = {
      {"p1@2", "p1 ; writes r", "2"},
      {"p1@2", "p1 ; writes r f", "2"},
      {"p1@2", "p1 ; writes f", "1"},
      {"p1@2", "p1", "1"},
      {"p1@2 flags", "p1 ; writes r", "1"},
      {"p1@2 flags", "p1 ; writes r f", "2"},
      {"p1@2 flags", "p1 ; writes f", "2"},
      {"p1@2 flags", "p1", "1"},
      // Flags of branches go another way, their registers do not.
      {"p1@2 flags", "branch p1 ; writes r f", "1"},
      {"p1@2", "branch p1 ; writes r f", "2"},
      // Of loads nothing is known.
      {"p1@2", "load p1", "2"},
      // Each of the two buses has its own cycles.
      {"p1@2 + p1*3@3 flags", "p1 ; writes r", "3"}};
  for (const auto &T : Tests) {
    const std::string Body = withRegister(std::string("a : p0 + ") + T.Later +
                                          "\nb : " + T.Other + "\n");
    for (const Cpu &C : {machine(), machineAtDispatch()})
      EXPECT_EQ(cycles(Body, C), T.Cycles) << Body;
  }
}

TEST(LaterUses, LetYoungerOnesWithoutResultPast) {
  // Of four operations two find p1 in the cycles in which it has no bus.
  EXPECT_EQ(cycles(withRegister("a : p0 + p1*2@2\nb : p1 ; writes r\n"
                                "c : p1\nd : p1\n"),
                   machineAtDispatch()),
            "3");
  EXPECT_EQ(cycles(withRegister("a : p0 + p1*2@2\nb : p1 ; writes r\n"
                                "c : p1 ; writes r\nd : p1\n"),
                   machineAtDispatch()),
            "4");
}

TEST(LaterUses, WaitForOneAnother) {
  for (const Cpu &C : {machine(), machineAtDispatch()}) {
    EXPECT_EQ(cycles("a : p0 + p2@2\nb : p1 + p2@2\n", C), "2");
    EXPECT_EQ(cycles("a : p0 + u0@2\nb : p1 + u0@2\n", C), "2");
    // In two cycles, and in two ports.
    EXPECT_EQ(cycles("a : p0 + p2@2\nb : p1 + p2@5\n", C), "2");
    EXPECT_EQ(cycles("a : p0 + p2/p3@2\nb : p1 + p2/p3@2\n", C), "1");
  }
}

/// Cycles between the dispatch of the first a and that of the first b; a takes
/// its own port for four, so that there is room for b.
unsigned apart(llvm::StringRef Uses) {
  const std::string Body =
      ("a : " + Uses + " ; writes x\nb : p1 ; reads x\n").str();
  const auto Events = record(Body, machineAtDispatch(), Stage::Dispatched);
  const auto First = [&](unsigned Instr) {
    return llvm::find_if(
        Events, [&](const PipelineEvent &E) { return E.Instr == Instr; });
  };
  return First(1)->Cycle - First(0)->Cycle;
}

TEST(LaterUses, AreForOneCycle) {
  EXPECT_EQ(apart("p0*4"), 1u);
  EXPECT_EQ(apart("p0*4 + p1@1"), 2u);
  EXPECT_EQ(apart("p0*4 + p1*2@1"), 3u);
  EXPECT_EQ(apart("p0*4 + p1@2"), 1u);
}

TEST(LaterUses, GoBeforeWhatWaits) {
  // a asks for p1 in every cycle until the reorder buffer holds no more.
  EXPECT_GT(apart("p0 + p1@1"), 200u);
}

/// What takes a resource for several cycles has it for as many, though others
/// have asked for some of them.
TEST(LaterUses, LengthenWhatIsKept) {
  for (const Cpu &C : {machine(), machineAtDispatch()}) {
    EXPECT_EQ(cycles("a : p0 + p1@5\nb : p1*4\n", C), "5");
    EXPECT_EQ(cycles("a : p0 + p1*2@5\nb : p1*9\n", C), "11");
    EXPECT_EQ(cycles("a : p0 + u0@5\nb : p1 + u0*4\n", C), "5");
    EXPECT_EQ(cycles("a : p0*3 + p0@5\n", C), "4");
    EXPECT_EQ(cycles("a : p0 + u0*3 + u0@5\n", C), "4");
  }
}

TEST(LaterUses, OfPortsWithoutLimitAreNone) {
  SimulationOptions O;
  O.Without.Ports = true;
  EXPECT_EQ(cycles("a : p0 + p1@2\nb : p1\n", machine(), O), "1/2");
}

} // namespace
