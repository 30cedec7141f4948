//===- LoopDistanceTest.cpp - How many iterations may run at a time -------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/LoopDistance.h"
#include "AnalysedFunction.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

/// The distance of a loop in which %i goes on by \p Step: it loads a \p Type
/// \p From bytes behind p[%i], and stores it \p To bytes behind.
static LoopDistance distanceOf(StringRef Type, int Step, int From, int To,
                               StringRef Load = "load") {
  const std::string Text =
      ("define void @f(ptr noalias %p, i64 %n) {\nentry:\n"
       "  %q = getelementptr inbounds i8, ptr %p, i64 " +
       Twine(From) + "\n  %r = getelementptr inbounds i8, ptr %p, i64 " +
       Twine(To) +
       "\n  br label %loop\n"
       "loop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n"
       "  %from = getelementptr inbounds " +
       Type + ", ptr %q, i64 %i\n  %x = " + Load + " " + Type +
       ", ptr %from\n  %to = getelementptr inbounds " + Type +
       ", ptr %r, i64 %i\n  store " + Type +
       " %x, ptr %to\n  %j = add nsw i64 %i, " + Twine(Step) +
       "\n  %c = icmp " + (Step < 0 ? "sgt" : "slt") +
       " i64 %j, %n\n  br i1 %c, label %loop, label %exit\n"
       "exit:\n  ret void\n}\n")
          .str();
  test::AnalysedFunction F(Text);
  AAResults AA(F.TLI);
  const TargetTransformInfo TTI(F.M->getDataLayout());
  Loop &L = **F.LI.begin();
  const LoopAccessInfo Accesses(&L, &F.SE, &TTI, &F.TLI, &AA, &F.DT, &F.LI);
  return takt::distanceOf(L, Accesses, F.SE, TTI);
}

TEST(LoopDistance, IsThatOfTheIterations) {
  EXPECT_EQ(distanceOf("i32", 1, 0, 48).Iterations, 12u);
  EXPECT_EQ(distanceOf("i64", 1, 0, 48).Iterations, 6u);
  EXPECT_EQ(distanceOf("i32", 2, 0, 48).Iterations, 6u);
  EXPECT_EQ(distanceOf("i32", -1, 48, 0).Iterations, 12u);
}

TEST(LoopDistance, IsNotCutForStoresToBeForwarded) {
  // LLVM takes two at a time.
  EXPECT_EQ(distanceOf("i32", 1, 0, 104).Iterations, 26u);
}

TEST(LoopDistance, WhatOverlapsInPart) {
  // At 258 bytes a store meets the loads of 64 and 65 iterations later, at 326
  // of every other element that of 41 later.
  EXPECT_EQ(distanceOf("i32", 1, 0, 258).Iterations, 64u);
  EXPECT_EQ(distanceOf("i32", 2, 0, 326).Iterations, 41u);
}

TEST(LoopDistance, WhatIsStoredBehindHasNone) {
  EXPECT_EQ(distanceOf("i32", 1, 32, 0).Iterations, LoopDistance::NoEnd);
  EXPECT_EQ(distanceOf("i32", 1, 0, 0).Iterations, LoopDistance::NoEnd);
}

TEST(LoopDistance, NotToBeReordered) {
  EXPECT_FALSE(distanceOf("i32", 1, 0, 4).MayReorder);
  EXPECT_FALSE(distanceOf("i32", 1, 32, 0, "load volatile").MayReorder);
}

TEST(LoopDistance, WhatItAllows) {
  LoopDistance D;
  EXPECT_TRUE(D.allows({0, 8, 1}));
  D.Iterations = 16;
  D.Elements = 4;
  EXPECT_TRUE(D.allows({0, 4, 1}));
  EXPECT_TRUE(D.allows({2, 8, 1}));
  EXPECT_TRUE(D.allows({1, 8, 1}));
  EXPECT_FALSE(D.allows({0, 8, 1}));
  EXPECT_FALSE(D.allows({8, 4, 1}));
  // LLVM heeds it for a width, and unrolled copies keep their order.
  EXPECT_TRUE(D.allows({64, 1, 1}));
  EXPECT_TRUE(D.allows({64, 0, 0}));
  EXPECT_TRUE(D.allows({1, 1, 32}));
  EXPECT_TRUE(D.allows({0, 4, 8}));
  D = LoopDistance();
  D.MayReorder = false;
  EXPECT_FALSE(D.allows({0, 2, 1}));
  EXPECT_TRUE(D.allows({1, 1, 8}));
}
