//===- OtherLoopsTest.cpp - Advice that other loops give ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/LoopFacts.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

/// The loops of one source loop on a CPU with two places in its front end.
class OtherLoops : public testing::Test {
protected:
  OtherLoops() : C(std::make_shared<Cpu>()) { C->Fetch.Width = 2; }

  LoopReport report(LoopRole Role, unsigned Cycles, unsigned Iterations) {
    LoopReport R;
    R.C = C;
    R.Modelled = true;
    R.P.Cycles = Rational(Cycles);
    R.Facts.Role = Role;
    R.Facts.SourceIterations = Iterations;
    return R;
  }

  /// A loop of \p Instrs IR instructions.
  void add(LoopRole Role, unsigned Cycles, unsigned Iterations,
           unsigned Instrs) {
    Reports.push_back(report(Role, Cycles, Iterations));
    RoleEvidence E;
    E.Source = 1;
    E.SourceIterations = Iterations;
    E.Steps.Instrs = Instrs;
    E.Steps.HasVectors = Role == LoopRole::VectorBody;
    Evidence.push_back(E);
    Roles.push_back(Role);
  }

  /// "4.000000 2.000000" for the first loop, and which others were asked.
  std::string advice() {
    Asked.clear();
    const std::optional<Advice> A =
        adviseByOthers(Reports[0], 0, Evidence, Roles, [&](size_t I) {
          Asked.push_back(I);
          return Reports[I];
        });
    return A ? std::to_string(A->Before) + " " +
                   std::to_string(A->After.value_or(-1))
             : "none";
  }

  std::shared_ptr<Cpu> C;
  std::vector<LoopReport> Reports;
  std::vector<RoleEvidence> Evidence;
  std::vector<LoopRole> Roles;
  std::vector<size_t> Asked;
};

TEST_F(OtherLoops, VectorsThatTakeLonger) {
  add(LoopRole::VectorBody, 32, 8, 40);
  add(LoopRole::Remainder, 3, 1, 5);
  EXPECT_EQ(advice(), "4.000000 3.000000");
  // The fastest of several.
  add(LoopRole::Unrolled, 10, 4, 20);
  EXPECT_EQ(advice(), "4.000000 2.500000");
  EXPECT_EQ(Asked, std::vector<size_t>({1, 2}));
}

TEST_F(OtherLoops, VectorsThatNeverRun) {
  add(LoopRole::Unrolled, 12, 4, 20);
  add(LoopRole::ForOverlaps, 7, 4, 10);
  EXPECT_EQ(advice(), "3.000000 -1.000000");
  EXPECT_TRUE(Asked.empty());
  // Others do.
  add(LoopRole::VectorBody, 8, 16, 10);
  std::swap(Reports[0], Reports[2]);
  std::swap(Evidence[0], Evidence[2]);
  std::swap(Roles[0], Roles[2]);
  EXPECT_EQ(advice(), "none");
}

TEST_F(OtherLoops, VectorsForFewIterations) {
  add(LoopRole::Unrolled, 12, 4, 20);
  add(LoopRole::ForFew, 16, 32, 10);
  Evidence[1].MostIterations = 64;
  EXPECT_EQ(advice(), "3.000000 0.500000");
  EXPECT_EQ(Asked, std::vector<size_t>({1}));
  // There are never as many iterations as they do at a time.
  Evidence[1].MostIterations = 16;
  EXPECT_EQ(advice(), "none");
}

/// What these take is not known.
TEST_F(OtherLoops, VectorsInARowForFewIterations) {
  add(LoopRole::Unrolled, 12, 4, 20);
  Evidence[0].BesideFew = 16;
  EXPECT_EQ(advice(), "3.000000 -1.000000");
  Reports[0].Modelled = false;
  EXPECT_EQ(advice(), "none");
}

TEST_F(OtherLoops, VectorsThatPay) {
  add(LoopRole::VectorBody, 32, 8, 40);
  add(LoopRole::Remainder, 4, 1, 5);
  EXPECT_EQ(advice(), "none");
  // Its 17 instructions take four cycles at least: nobody is asked.
  Evidence[1].Steps.Instrs = 17;
  EXPECT_EQ(advice(), "none");
  EXPECT_TRUE(Asked.empty());
}

TEST_F(OtherLoops, WhatIsNoScalarLoopOfTheSameSource) {
  add(LoopRole::VectorBody, 32, 8, 40);
  add(LoopRole::VectorRemainder, 8, 4, 10);
  add(LoopRole::Remainder, 1, 1, 2);
  Evidence[1].Steps.HasVectors = true;
  Evidence[2].Source = 2;
  EXPECT_EQ(advice(), "none");
  EXPECT_TRUE(Asked.empty());
  // In what is left over an iteration may have become vectors by itself.
  Evidence[1].SourceIterations = 1;
  Reports[1].Facts.SourceIterations = 1;
  Reports[1].P.Cycles = Rational(2);
  EXPECT_EQ(advice(), "4.000000 2.000000");
  // One path of many says nothing.
  Reports[1].Facts.PathProbability = 0.01;
  EXPECT_EQ(advice(), "none");
}

/// What is left over may be unrolled by as much as the vectors do.
TEST_F(OtherLoops, UnrolledRemainder) {
  add(LoopRole::VectorBody, 32, 8, 40);
  add(LoopRole::Remainder, 16, 8, 10);
  EXPECT_EQ(advice(), "4.000000 2.000000");
  Evidence[1].SourceIterations.reset();
  EXPECT_EQ(advice(), "none");
}

} // namespace
