//===- OverlapTest.cpp - Predictions if accesses meet -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestCpu.h"
#include "takt/models/Prediction.h"

using namespace takt;
using namespace takt::test;

namespace {

/// Two loads on one port: 2 cycles. From a load on, a result is stored 4 + 3
/// cycles later.
constexpr char TwoLoads[] = "ldr : load p0 ; reads p ; writes v latency 4\n"
                            "ldr2 : load p0 ; reads q ; writes u latency 4\n"
                            "add : p1 ; reads v ; writes w latency 3\n"
                            "str : store-data p2 ; reads w\n";

/// What predictOverlap says of TwoLoads and the lines \p Possible.
std::optional<OverlapPrediction> overlap(llvm::StringRef Possible,
                                         llvm::ArrayRef<unsigned> GroupOf,
                                         bool Always = false) {
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody((TwoLoads + Possible).str(), C);
  const Prediction P = predict(K, C);
  EXPECT_EQ(P.Cycles, Rational(2));
  return predictOverlap(K, C, P, GroupOf, Always);
}

TEST(Overlap, NothingPossible) {
  EXPECT_FALSE(overlap("", {}, /*Always=*/true));
}

TEST(Overlap, Recurrence) {
  // Forwarding takes 6 cycles to the user of the loaded value, which takes 3.
  const auto O = overlap("possible str -> ldr distance 1 latency 6\n", {0});
  ASSERT_TRUE(O);
  EXPECT_EQ(O->Cycles, Rational(9));
  EXPECT_TRUE(O->Matters);
  EXPECT_EQ(O->Group, 0u);
  EXPECT_EQ(O->GroupCycles, Rational(9));
}

TEST(Overlap, WhatIsNoRecurrenceCostsNothing) {
  constexpr char Possible[] = "possible str -> ldr2 distance 1 latency 6\n";
  EXPECT_FALSE(overlap(Possible, {0}));
  const auto O = overlap(Possible, {0}, /*Always=*/true);
  ASSERT_TRUE(O);
  EXPECT_FALSE(O->Matters);
  EXPECT_EQ(O->Cycles, Rational(2));
  EXPECT_FALSE(O->Group);
}

TEST(Overlap, Threshold) {
  // 9 / 4 is a quarter more and an eighth.
  EXPECT_TRUE(overlap("possible str -> ldr distance 4 latency 6\n", {0}));
  // 11 / 5 is a tenth more, but no quarter of a cycle.
  EXPECT_FALSE(overlap("possible str -> ldr distance 5 latency 8\n", {0}));
}

TEST(Overlap, TheGroupThatCostsMost) {
  const auto O = overlap("possible str -> ldr2 distance 1 latency 6\n"
                         "possible str -> ldr distance 2 latency 6\n"
                         "possible str -> ldr distance 1 latency 6\n",
                         {0, 1, 2});
  ASSERT_TRUE(O);
  EXPECT_EQ(O->Cycles, Rational(9));
  EXPECT_EQ(O->Group, 2u);
  EXPECT_EQ(O->GroupCycles, Rational(9));
}

TEST(Overlap, NoGroupAlone) {
  // str → ldr2 → second → str2 → ldr: a recurrence only of both.
  const Cpu C = makeCpu(4);
  const Kernel K = parseBody((llvm::Twine(TwoLoads) +
                              "second : p1 ; reads u ; writes z latency 3\n"
                              "str2 : store-data p2 ; reads z\n"
                              "possible str -> ldr2 distance 1 latency 6\n"
                              "possible str2 -> ldr distance 1 latency 6\n")
                                 .str(),
                             C);
  const auto O = predictOverlap(K, C, predict(K, C), {0, 1});
  ASSERT_TRUE(O);
  EXPECT_EQ(O->Cycles, Rational(9));
  EXPECT_TRUE(O->Matters);
  EXPECT_FALSE(O->Group);
}

} // namespace
