//===- ScratchSummaryTest.cpp - What a copy's loops cost --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/ScratchSummary.h"
#include "../Models/TestCpu.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace takt;
using namespace takt::test;

namespace {
/// Places in a copy, and what was seen of a loop at one of them.
class ScratchSummary : public ::testing::Test {
protected:
  ScratchSummary() {
    DIBuilder B(M);
    DIFile *File = B.createFile("takt", "");
    DICompileUnit *Unit =
        B.createCompileUnit(dwarf::DW_LANG_C, File, "takt", true, "", 0, "");
    SP = B.createFunction(Unit, "f", "", File, 1,
                          B.createSubroutineType(B.getOrCreateTypeArray({})), 1,
                          DINode::FlagZero, DISubprogram::SPFlagDefinition);
    B.finalize();
  }

  LoopReport loopAt(unsigned Line) {
    LoopReport R;
    R.SourceStart = DILocation::get(C, Line, 1, SP);
    return R;
  }

  /// A vector body that adds to a value and stores and loads it at \p Accesses
  /// with \p Distance iterations between.
  ScratchLoop body(ArrayRef<takt::MemoryAccess> Accesses, unsigned Distance,
                   LoopRole Role = LoopRole::VectorBody) {
    LoopReport R = loopAt(lineOfLoop({0}));
    R.Modelled = true;
    R.Facts.Role = Role;
    R.C = std::make_shared<const Cpu>(makeCpu(2));
    R.K = parseBody("store : store-data p0 ; reads x\n"
                    "load : load p1 ; writes y latency 4\n"
                    "add : p01 ; reads y ; writes x latency 1\n"
                    "branch : p0\n",
                    *R.C);
    R.K.Instrs[0].Accesses.assign(Accesses.begin(), Accesses.end());
    R.K.Instrs[1].Accesses.assign(Accesses.begin(), Accesses.end());
    MemoryDependence D;
    D.Store = 0;
    D.Load = 1;
    D.Distance = Distance;
    D.Latency = 5;
    R.K.MemoryDependences.push_back(D);
    R.P.Cycles = Rational(6);
    ScratchScope::SeenFunction Seen;
    Seen.Reports.push_back(std::move(R));
    Seen.InstrsAround[lineOfLoop({0})] = 7;
    const ScratchResult Result = summarise(Seen);
    EXPECT_EQ(Result.Loops.size(), 1u);
    return Result.Loops.empty() ? ScratchLoop() : Result.Loops.front();
  }

  static takt::MemoryAccess access(std::optional<int64_t> Step) {
    takt::MemoryAccess A;
    A.Step = Step;
    A.Size = 8;
    return A;
  }

  LLVMContext C;
  Module M{"m", C};
  DISubprogram *SP = nullptr;
};
} // namespace

TEST_F(ScratchSummary, OnlyLoopsOfTheCopy) {
  ScratchScope::SeenFunction Seen;
  Seen.Instrs = 40;
  Seen.Reports = {LoopReport(), loopAt(3),
                  loopAt(lineOfLoop({2, /*IsOuter=*/true}))};
  Seen.InstrsAround[lineOfLoop({2, true})] = 11;
  EXPECT_EQ(lineOfScratch(Seen.Reports[0]), 0u);
  EXPECT_EQ(lineOfScratch(Seen.Reports[1]), 0u);
  const ScratchResult R = summarise(Seen);
  EXPECT_EQ(R.Instrs, 40u);
  EXPECT_EQ(R.SimulatedUops, 0u);
  ASSERT_EQ(R.Loops.size(), 1u);
  EXPECT_EQ(R.Loops[0].Loop, 2u);
  EXPECT_TRUE(R.Loops[0].IsOuter);
  EXPECT_FALSE(R.Loops[0].Cycles); // it is not modelled
  EXPECT_EQ(R.Loops[0].InstrsAround, 11);
}

TEST_F(ScratchSummary, Bounds) {
  const ScratchLoop L = body(access(8), 1);
  EXPECT_EQ(L.Cycles, 6.0);
  EXPECT_EQ(L.PortCycles, 2); // four µops on two ports
  EXPECT_EQ(L.WorkCycles, 1.5);
  // Forwarding and the addition, in two iterations: the sum of one is stored in
  // the next.
  EXPECT_EQ(L.ChainCycles, 3);
  EXPECT_EQ(L.BoundCycles, 3);
  EXPECT_EQ(L.Instrs, 4u);
  EXPECT_EQ(L.Uops, 4u);
  EXPECT_EQ(L.FrontEndCycles, 1);
  EXPECT_EQ(L.InstrsAround, 7);
  EXPECT_EQ(L.ClockPercent, 100u); // nothing is known of it
  EXPECT_FALSE(L.Spills);
}

TEST_F(ScratchSummary, ValuesAtOnePlaceAreSpilled) {
  const ScratchLoop L = body(access(0), 1);
  EXPECT_TRUE(L.Spills);
  EXPECT_EQ(L.ChainCycles, 0);
  EXPECT_EQ(L.BoundCycles, 2);
  // In the same iteration, too.
  EXPECT_TRUE(body(access(0), 0).Spills);
}

TEST_F(ScratchSummary, OthersAreNot) {
  // Places that move, of which nothing is known, or which are not known.
  EXPECT_FALSE(body(access(8), 1).Spills);
  EXPECT_FALSE(body(access(std::nullopt), 1).Spills);
  EXPECT_FALSE(body({}, 1).Spills);
  // What is not vectorised may keep values in memory by the source.
  EXPECT_FALSE(body(access(0), 1, LoopRole::Main).Spills);
  EXPECT_EQ(body(access(0), 1, LoopRole::Main).ChainCycles, 3);
}
