//===- LinearStepsTest.cpp - Tests of how values move in a loop
//------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LinearSteps.h"
#include "AnalysedFunction.h"
#include "llvm/IR/InstIterator.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {

/// A loop that counts %i and moves %q by %s, and computes more.
class Steps : public testing::Test {
protected:
  static constexpr const char *Text = R"(
define void @f(ptr %a, i64 %n, i64 %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = phi ptr [ %a, %entry ], [ %qnext, %loop ]
  %x = phi i64 [ 1, %entry ], [ %xnext, %loop ]
  %scaled = mul i64 %i, %s
  %both = add i64 %scaled, %i
  %at = getelementptr i8, ptr %a, i64 %both
  %shifted = shl i64 %i, %s
  %by = shl i64 %s, %i
  %square = mul i64 %i, %i
  %half = lshr i64 %i, 1
  %low = and i64 %i, 31
  %inv = lshr i64 %s, 1
  %loaded = load i64, ptr %a
  %narrow = trunc i64 %both to i32
  %xgrown = shl i64 %x, 3
  %xnext = add i64 %x, %xgrown
  %qnext = getelementptr i8, ptr %q, i64 %s
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
)";

  LinearSteps::Growth growth(StringRef Name) {
    for (Instruction &I : instructions(A.F))
      if (I.getName() == Name)
        return L.growth(&I);
    ADD_FAILURE() << "no value " << Name.str();
    return LinearSteps::Growth::Other;
  }

  test::AnalysedFunction A{Text};
  LinearSteps L{**A.LI.begin(), A.M->getDataLayout()};
};

} // namespace

TEST_F(Steps, AffineAreSumsAndMultiplesOfCounters) {
  for (const char *Name :
       {"i", "q", "scaled", "both", "at", "shifted", "narrow", "qnext", "next"})
    EXPECT_EQ(growth(Name), LinearSteps::Growth::Affine) << Name;
}

TEST_F(Steps, OthersMoveDifferentlyEachTime) {
  for (const char *Name :
       {"x", "xgrown", "by", "square", "half", "low", "loaded", "more"})
    EXPECT_EQ(growth(Name), LinearSteps::Growth::Other) << Name;
}

TEST_F(Steps, InvariantsDoNotMove) {
  EXPECT_EQ(growth("inv"), LinearSteps::Growth::Invariant);
  EXPECT_EQ(L.growth(A.F.getArg(2)), LinearSteps::Growth::Invariant);
}
