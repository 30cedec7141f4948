//===- OverlapReportTest.cpp - The clause about overlaps --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/OverlapReport.h"
#include "../Models/TestCpu.h"
#include "llvm/IR/DebugLoc.h"

using namespace takt;
using namespace takt::test;

namespace {

constexpr char Advice[] = "; `restrict` or a runtime check settles it";

/// A load, a store 3 cycles later, and a second pair of these.
constexpr char TwoPairs[] = "ldr : load p0 ; reads p ; writes v latency 4\n"
                            "add : p1 ; reads v ; writes w latency 3\n"
                            "str : store-data p2 ; reads w\n"
                            "ldr2 : load p0 ; reads q ; writes x latency 4\n"
                            "add2 : p1 ; reads x ; writes y latency 3\n"
                            "str2 : store-data p2 ; reads y\n";

AccessFact fact(uint32_t Instr, bool Store, std::string Object,
                std::optional<uint32_t> Base = std::nullopt) {
  AccessFact F;
  F.Instr = Instr;
  F.Store = Store;
  F.Object = std::move(Object);
  F.Base = Base;
  return F;
}

/// The report on TwoPairs and the lines \p Possible.
OverlapReport report(llvm::StringRef Possible, std::vector<AccessFact> Facts) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody((TwoPairs + Possible).str(), C);
  MemoryFacts F;
  F.Accesses = std::move(Facts);
  const std::vector<const llvm::MachineInstr *> Origin(K.Instrs.size());
  return reportOverlap(K, C, predict(K, C), F, Origin, {}, /*Always=*/false);
}

constexpr char OwnPair[] = "possible str -> ldr distance 1 latency 6\n";

TEST(OverlapReport, NothingPossible) {
  const OverlapReport R = report("", {});
  EXPECT_EQ(R.Clause, "");
  EXPECT_FALSE(R.Predicted);
  EXPECT_TRUE(R.Pairs.empty());
}

TEST(OverlapReport, Names) {
  const OverlapReport R =
      report(OwnPair, {fact(2, true, "a"), fact(0, false, "b")});
  EXPECT_EQ(R.Clause, std::string("9.00 if a and b overlap") + Advice);
  EXPECT_EQ(R.Pairs, std::vector<std::string>({"a and b"}));
}

TEST(OverlapReport, WhatMayHaveRestrict) {
  AccessFact Store = fact(2, true, "a"), Load = fact(0, false, "b");
  const auto Says = [&](Promise OfStore, Promise OfLoad) {
    Store.Can = OfStore;
    Load.Can = OfLoad;
    return report(OwnPair, {Store, Load}).Clause;
  };
  const std::string Start = "9.00 if a and b overlap; ";
  EXPECT_EQ(Says(Promise::Parameter, Promise::Parameter),
            Start + "`restrict` or a runtime check settles it");
  EXPECT_EQ(Says(Promise::None, Promise::Parameter),
            Start + "`restrict` on b or a runtime check settles it");
  EXPECT_EQ(Says(Promise::Parameter, Promise::Method),
            Start + "`restrict` on a or a runtime check settles it");
  EXPECT_EQ(Says(Promise::Unknown, Promise::None),
            Start + "`restrict` or a runtime check settles it");
  EXPECT_EQ(Says(Promise::Method, Promise::None),
            Start + "`restrict` behind the parameters of the member function "
                    "or a runtime check settles it");
  EXPECT_EQ(Says(Promise::None, Promise::None),
            Start + "a runtime check settles it");
}

TEST(OverlapReport, WithoutNames) {
  const OverlapReport R = report(OwnPair, {});
  EXPECT_EQ(R.Clause, std::string("9.00 if two pointers overlap") + Advice);
  EXPECT_EQ(R.Pairs,
            std::vector<std::string>({"instruction 2 and instruction 0"}));
  // One name alone says nothing.
  EXPECT_EQ(report(OwnPair, {fact(2, true, "a"), fact(0, false, "")}).Clause,
            std::string("9.00 if two pointers overlap") + Advice);
}

TEST(OverlapReport, IterationsOfOneObject) {
  EXPECT_EQ(report(OwnPair, {fact(2, true, "h"), fact(0, false, "h")}).Clause,
            "9.00 if iterations meet in h");
  EXPECT_EQ(
      report(OwnPair, {fact(2, true, "", 1), fact(0, false, "", 1)}).Clause,
      "9.00 if iterations meet in memory");
  // At no known distance, but from one pointer.
  AccessFact Store = fact(2, true, "", 1), Load = fact(0, false, "", 2);
  Store.Root = Load.Root = 0;
  EXPECT_EQ(report(OwnPair, {Store, Load}).Clause,
            "9.00 if iterations meet in memory");
}

TEST(OverlapReport, OnePairOfSeveral) {
  const std::vector<AccessFact> Facts = {
      fact(2, true, "a"), fact(0, false, "b"), fact(5, true, "c"),
      fact(3, false, "d")};
  const OverlapReport R = report("possible str -> ldr distance 2 latency 6\n"
                                 "possible str2 -> ldr2 distance 1 latency 6\n",
                                 Facts);
  EXPECT_EQ(R.Clause, std::string("9.00 if c and d overlap") + Advice);
  EXPECT_EQ(R.Pairs, std::vector<std::string>({"a and b", "c and d"}));
}

TEST(OverlapReport, NoPairAlone) {
  const OverlapReport R = report("possible str -> ldr2 latency 6\n"
                                 "possible str2 -> ldr distance 1 latency 6\n",
                                 {});
  EXPECT_EQ(R.Clause, "18.00 if all overlap that may");
}

} // namespace
