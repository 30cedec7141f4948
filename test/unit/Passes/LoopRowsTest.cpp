//===- LoopRowsTest.cpp - Which loops go along rows of memory -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/LoopRows.h"
#include "AnalysedFunction.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

namespace {
struct Rows {
  bool Stores, Works, IsUniform, Keeps, PassesOn;
};
} // namespace

/// What is told of a loop over %i with \p Body, which has %p and %q.
static Rows rowsOf(StringRef Body) {
  const std::string Text =
      "define void @f(ptr %p, ptr %q, i32 %d, i64 %n) {\nentry:\n"
      "  br label %loop\n"
      "loop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n" +
      Body.str() +
      "  %j = add nuw nsw i64 %i, 1\n  %c = icmp ult i64 %j, %n\n"
      "  br i1 %c, label %loop, label %exit\n"
      "exit:\n  ret void\n}\n";
  test::AnalysedFunction F(Text);
  const Loop &L = **F.LI.begin();
  return {storesInRows(L, F.SE), worksInRows(L, F.SE), isUniform(L, F.SE),
          keepsRow(L, F.SE), mayPassOn(L, F.SE)};
}

/// Loads %x of \p From[Step * %i] and stores %y to q[%i].
static std::string copy(StringRef From, unsigned Step, StringRef To,
                        StringRef Between) {
  return ("  %s = mul nuw nsw i64 %i, " + Twine(Step) +
          "\n  %from = getelementptr inbounds " + From +
          ", ptr %p, i64 %s\n  %x = load " + From + ", ptr %from\n" + Between +
          "  %to = getelementptr inbounds " + To +
          ", ptr %q, i64 %i\n  store " + To + " %y, ptr %to\n")
      .str();
}

TEST(LoopRows, OneSizeInRows) {
  const Rows R = rowsOf(copy("i32", 1, "i32", "  %y = add i32 %x, %d\n"));
  EXPECT_TRUE(R.Stores);
  EXPECT_TRUE(R.Works);
  EXPECT_TRUE(R.IsUniform);
}

/// Stores to \p Count elements of q, the same in each iteration.
static std::string keep(unsigned Count) {
  std::string Text;
  for (unsigned N = 0; N != Count; ++N)
    Text += ("  %k" + Twine(N) + " = getelementptr inbounds i32, ptr %q, i64 " +
             Twine(N) + "\n  store i32 %d, ptr %k" + Twine(N) + "\n")
                .str();
  return Text;
}

TEST(LoopRows, KeepsFourPlaces) {
  EXPECT_TRUE(rowsOf(keep(4)).Keeps);
  EXPECT_FALSE(rowsOf(keep(3)).Keeps);
  // What moves is not kept.
  const std::string Moves = copy("i32", 1, "i32", "  %y = add i32 %x, %d\n");
  EXPECT_FALSE(rowsOf(keep(3) + Moves).Keeps);
  EXPECT_TRUE(rowsOf(keep(4) + Moves).Keeps);
}

/// Loads q[%i + \p Distance] and stores it to q[%i].
static std::string carry(int Distance) {
  return ("  %k = add nsw i64 %i, " + Twine(Distance) +
          "\n  %from = getelementptr inbounds i32, ptr %q, i64 %k\n"
          "  %x = load i32, ptr %from\n"
          "  %to = getelementptr inbounds i32, ptr %q, i64 %i\n"
          "  store i32 %x, ptr %to\n")
      .str();
}

TEST(LoopRows, PassesOn) {
  EXPECT_TRUE(rowsOf(carry(-1)).PassesOn);
  EXPECT_TRUE(rowsOf(carry(-3)).PassesOn);
  // Overwritten afterwards.
  EXPECT_TRUE(rowsOf(carry(2)).PassesOn);
  EXPECT_FALSE(rowsOf(carry(0)).PassesOn);
  // Of other arrays nothing is known, nor of accesses that go the other way.
  EXPECT_FALSE(
      rowsOf(copy("i32", 1, "i32", "  %y = add i32 %x, %d\n")).PassesOn);
  EXPECT_FALSE(rowsOf("  %k = sub nsw i64 %n, %i\n"
                      "  %from = getelementptr inbounds i32, ptr %q, i64 %k\n"
                      "  %x = load i32, ptr %from\n"
                      "  %to = getelementptr inbounds i32, ptr %q, i64 %i\n"
                      "  store i32 %x, ptr %to\n")
                   .PassesOn);
}

TEST(LoopRows, PassesOnWhatMovesInTheLoop) {
  // q[%i] is the same in all of the inner loop.
  test::AnalysedFunction F(
      "define void @f(ptr %q, i64 %n) {\nentry:\n  br label %outer\n"
      "outer:\n  %i = phi i64 [ 0, %entry ], [ %next, %latch ]\n"
      "  br label %inner\n"
      "inner:\n  %j = phi i64 [ 0, %outer ], [ %k, %inner ]\n"
      "  %from = getelementptr inbounds i32, ptr %q, i64 %i\n"
      "  %x = load i32, ptr %from\n"
      "  %later = add nsw i64 %i, 1\n"
      "  %to = getelementptr inbounds i32, ptr %q, i64 %later\n"
      "  store i32 %x, ptr %to\n"
      "  %k = add nuw nsw i64 %j, 1\n  %c = icmp ult i64 %k, %n\n"
      "  br i1 %c, label %inner, label %latch\n"
      "latch:\n  %next = add nuw nsw i64 %i, 1\n"
      "  %d = icmp ult i64 %next, %n\n"
      "  br i1 %d, label %outer, label %exit\n"
      "exit:\n  ret void\n}\n");
  const Loop &Outer = **F.LI.begin();
  EXPECT_FALSE(mayPassOn(*Outer.getSubLoops().front(), F.SE));
  EXPECT_TRUE(mayPassOn(Outer, F.SE));
}

TEST(LoopRows, WhatIsLoadedSkipsElements) {
  const Rows R = rowsOf(copy("i32", 2, "i32", "  %y = add i32 %x, %d\n"));
  EXPECT_TRUE(R.Stores);
  EXPECT_FALSE(R.Works);
  EXPECT_FALSE(R.IsUniform);
}

TEST(LoopRows, Division) {
  const Rows R = rowsOf(copy("i32", 1, "i32", "  %y = sdiv i32 %x, %d\n"));
  EXPECT_TRUE(R.Stores);
  EXPECT_FALSE(R.Works);
  EXPECT_TRUE(R.IsUniform);
  // By a constant it is a multiplication.
  EXPECT_TRUE(rowsOf(copy("i32", 1, "i32", "  %y = sdiv i32 %x, 10\n")).Works);
}

TEST(LoopRows, TwoSizes) {
  const Rows R = rowsOf(copy("i64", 1, "i32", "  %y = trunc i64 %x to i32\n"));
  EXPECT_TRUE(R.Works);
  EXPECT_FALSE(R.IsUniform);
}

TEST(LoopRows, WhatIsExtendedAsItIsLoaded) {
  for (const char *Extend : {"sext", "zext"}) {
    const Rows R = rowsOf(copy(
        "i32", 1, "i64", "  %y = " + std::string(Extend) + " i32 %x to i64\n"));
    EXPECT_TRUE(R.Works) << Extend;
    EXPECT_TRUE(R.IsUniform) << Extend;
  }
  EXPECT_TRUE(
      rowsOf(copy("float", 1, "double", "  %y = fpext float %x to double\n"))
          .IsUniform);
  // It is computed with before.
  EXPECT_FALSE(rowsOf(copy("i32", 1, "i64",
                           "  %z = add i32 %x, %d\n"
                           "  %y = sext i32 %z to i64\n"))
                   .IsUniform);
  EXPECT_FALSE(rowsOf(copy("i32", 1, "i64",
                           "  %z = add i32 %x, %d\n"
                           "  %w = sext i32 %x to i64\n"
                           "  %y = add i64 %w, 1\n"))
                   .IsUniform);
}

TEST(LoopRows, Masks) {
  const Rows R = rowsOf(copy("i32", 1, "i32",
                             "  %m = icmp sgt i32 %x, %d\n"
                             "  %y = select i1 %m, i32 %x, i32 %d\n"));
  EXPECT_TRUE(R.Works);
  EXPECT_FALSE(R.IsUniform);
}

TEST(LoopRows, ASumStoresNothingInRows) {
  const Rows R = rowsOf("  %from = getelementptr inbounds i32, ptr %p, i64 %i\n"
                        "  %x = load i32, ptr %from\n"
                        "  %old = load i32, ptr %q\n"
                        "  %y = add i32 %old, %x\n"
                        "  store i32 %y, ptr %q\n");
  EXPECT_FALSE(R.Stores);
  EXPECT_FALSE(R.Works);
  EXPECT_TRUE(R.IsUniform);
}
