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

/// The value of that name in \p F; without one there is a failure, and any.
Instruction &named(Function &F, StringRef Name) {
  for (Instruction &I : instructions(F))
    if (I.getName() == Name)
      return I;
  ADD_FAILURE() << "no value " << Name.str();
  return *inst_begin(F);
}

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
  %twice = shl i64 %i, 1
  %even = and i64 %twice, 1022
  %negated = sub i64 5, %i
  %down = and i64 %negated, 255
  %byte = trunc i64 %i to i8
  %wide = zext i8 %byte to i64
  %low.down = add i64 %low, %down
  %remainder = getelementptr i32, ptr %a, i64 %low.down
  %holes = and i64 %i, 21
  %none = and i64 %twice, 1
  %pair = and i64 %twice, 3
  %much = and i64 %i, 131071
  %of.square = and i64 %square, 31
  %of.inv = and i64 %s, 31
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
    return L.growth(&named(A.F, Name));
  }

  std::optional<uint64_t> period(StringRef Name) {
    return L.period(&named(A.F, Name));
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

TEST_F(Steps, RemaindersBeginAgain) {
  EXPECT_EQ(period("low"), 32u);
  EXPECT_EQ(period("even"), 512u) << "the mask needs no lowest bit";
  EXPECT_EQ(period("down"), 256u);
  EXPECT_EQ(period("byte"), 256u);
  EXPECT_EQ(period("wide"), 256u) << "computed of a remainder";
  EXPECT_EQ(period("remainder"), 32u) << "the least of two";
  EXPECT_EQ(period("pair"), 2u) << "one bit of two changes";
  EXPECT_EQ(period("none"), 1u) << "always 0";
}

TEST_F(Steps, OthersHaveNoPeriod) {
  for (const char *Name : {"i", "at", "half", "holes", "of.square", "of.inv"})
    EXPECT_EQ(period(Name), std::nullopt) << Name;
  EXPECT_EQ(period("much"), std::nullopt) << "more than MostPeriod";
  EXPECT_EQ(period("narrow"), std::nullopt) << "of 32 bits, and no constant";
}

namespace {

/// A loop that loads again what stays the same if nothing meets.
class Reloads : public testing::Test {
protected:
  static constexpr const char *Text = R"(
define void @f(ptr %a, ptr %b, i64 %n) {
entry:
  %first = load ptr, ptr %a
  %other = load ptr, ptr %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %again = phi ptr [ %first, %entry ], [ %begin, %loop ]
  %swapped = phi ptr [ %other, %entry ], [ %begin, %loop ]
  %given = phi ptr [ %b, %entry ], [ %begin, %loop ]
  %number = load i32, ptr %b
  %more.of = mul i32 %number, 3
  %asked = load volatile i32, ptr %b
  %at = getelementptr i32, ptr %again, i64 %i
  %element = load i32, ptr %at
  store i32 %more.of, ptr %at
  %begin = load ptr, ptr %a
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
)";

  std::optional<int64_t> step(StringRef Name) {
    return IfApart.step(&named(A.F, Name));
  }

  test::AnalysedFunction A{Text};
  LinearSteps IfApart{**A.LI.begin(), A.M->getDataLayout(),
                      /*NothingMeets=*/true};
};

} // namespace

TEST_F(Reloads, StayIfNothingMeets) {
  for (const char *Name : {"number", "more.of", "begin", "again"})
    EXPECT_EQ(step(Name), 0) << Name;
  EXPECT_EQ(step("at"), 4);
}

TEST_F(Reloads, ChangeElsewhere) {
  EXPECT_EQ(step("element"), std::nullopt) << "another place each time";
  EXPECT_EQ(step("asked"), std::nullopt) << "volatile";
  EXPECT_EQ(step("swapped"), std::nullopt) << "another place in front";
  EXPECT_EQ(step("given"), std::nullopt) << "not loaded in front";
}

TEST_F(Reloads, AreNotKnownWhereThingsMayMeet) {
  LinearSteps AsItIs(**A.LI.begin(), A.M->getDataLayout());
  for (const char *Name : {"number", "begin", "again", "at"})
    EXPECT_EQ(AsItIs.step(&named(A.F, Name)), std::nullopt) << Name;
}
