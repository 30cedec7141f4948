//===- CriticalPathTest.cpp - Tests of the combined predictor -------------===//
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

std::string path(llvm::StringRef Body, unsigned ReorderBuffer) {
  Cpu C = makeCpu(2);
  C.ReorderBuffer = ReorderBuffer;
  const CriticalPath P = criticalPath(parseBody(Body, C), C);
  return std::to_string(P.Length) + " in " + std::to_string(P.Copies) + " is " +
         P.Cycles.exactStr();
}

TEST(CriticalPath, IsThatOfTheReorderBuffer) {
  // Each iteration waits for the one before: n copies have n - 1 steps.
  const char *const Chain = "add : p0 ; reads a ; writes a latency 4\n";
  EXPECT_EQ(path(Chain, 10), "36 in 10 is 18/5");
  EXPECT_EQ(path(Chain, 1), "0 in 1 is 0");
  EXPECT_EQ(path(Chain, 0), "2044 in 512 is 511/128") << "not known";
  // Iterations that do not wait for each other hide it.
  const char *const Apart = "load : p0 ; reads x ; writes a latency 4\n"
                            "add : p1 ; reads a ; writes b latency 3\n"
                            "mul : p1 ; reads b ; writes c latency 9\n";
  EXPECT_EQ(path(Apart, 3), "7 in 1 is 7");
  EXPECT_EQ(path(Apart, 12), "7 in 4 is 7/4");
  EXPECT_EQ(path(Apart, 14), "7 in 4 is 7/4") << "whole iterations";
  // More than one iteration back.
  EXPECT_EQ(path("store : store-data p0 ; reads a\n"
                 "load : load p1 ; reads x ; writes a latency 4\n"
                 "memory store -> load distance 2 latency 10\n",
                 10),
            "14 in 5 is 14/5");
}

TEST(CriticalPath, CombinedIsTheLargestOfThree) {
  Cpu C = makeCpu(2);
  C.ReorderBuffer = 8;
  const auto Combined = [&](llvm::StringRef Body) {
    const Kernel K = parseBody(Body, C);
    const Prediction P = predict(K, C, Detail::Cycles, PredictorKind::Combined);
    EXPECT_EQ(P.By, PredictorKind::Combined);
    EXPECT_EQ(P.Cycles, combinedCycles(P));
    EXPECT_EQ(P.Cycles, combinedCycles(predict(K, C, Detail::Costs)));
    return P.Cycles.exactStr() + ", " + describeBinder(P, K, C);
  };
  EXPECT_EQ(Combined("a : p0\nb : p0\nc : p1\n"), "2, bound by port p0 (2.00)");
  EXPECT_EQ(Combined("a : none\nb : none\nc : p1\nd : p0\ne : none\n"),
            "5/4, bound by the front end (5 µops, 4 per cycle)");
  EXPECT_EQ(Combined("a : p0 ; reads x ; writes x latency 5\n"
                     "b : p1 ; reads x\n"),
            "5, bound by the critical path (20 cycles for 4 iterations in the "
            "reorder buffer)");
  EXPECT_EQ(Combined("a fused 9 : p0 ; writes x latency 3\nb : p1 ; reads x\n"),
            "3, bound by the critical path (3 cycles for 1 iteration in the "
            "reorder buffer)");
  EXPECT_EQ(Combined(""), "0, bound by nothing");
}

} // namespace
