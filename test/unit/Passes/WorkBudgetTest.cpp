//===- WorkBudgetTest.cpp - How much machine passes may cost ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/WorkBudget.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

TEST(WorkBudget, EarnsAPartOfTheWorkOfCompiling) {
  WorkBudget B(20);
  EXPECT_TRUE(B.exhausted());
  // 20 % of a file's 160000 and of 200 for each instruction.
  B.earn(10);
  B.spend(32399);
  EXPECT_FALSE(B.exhausted());
  B.spend(1);
  EXPECT_TRUE(B.exhausted());
  // A second function brings its instructions only.
  B.earn(1);
  B.spend(39);
  EXPECT_FALSE(B.exhausted());
  B.spend(1);
  EXPECT_TRUE(B.exhausted());
}

TEST(WorkBudget, IsShared) {
  WorkBudget B(20, 2);
  B.earn(10);
  B.spend(16199);
  EXPECT_FALSE(B.exhausted());
  B.spend(1);
  EXPECT_TRUE(B.exhausted());
}

TEST(WorkBudget, NothingMayBeSpent) {
  WorkBudget B(0);
  B.earn(1000);
  EXPECT_TRUE(B.exhausted());
}

TEST(WorkBudget, CountsBuildingAndSimulating) {
  WorkBudget B(20);
  B.spendOnBuilding(7);
  EXPECT_EQ(B.Spent, 28u);
  Kernel K;
  for (unsigned I = 0; I != 6; ++I) {
    KernelInstr Instr;
    Instr.FusedUops = 1;
    K.Instrs.push_back(Instr);
  }
  // 100 cycles in which 3 µops a cycle move.
  B.spendOnSimulation(K, Rational(2), 100);
  EXPECT_EQ(B.Spent, 28u + 400u);
}

} // namespace
