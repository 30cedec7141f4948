//===- RowEndTest.cpp - What is left over behind a row --------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/RowEnd.h"
#include "AnalysedFunction.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

/// In an outer loop a row that ends at \p RowEnd, or nothing where accesses
/// meet, and behind both \p Rest, whose last loop %loop is.
static std::string nest(StringRef RowEnd, StringRef Rest) {
  return ("define void @f(ptr %p, i1 %meet, i64 %n) {\nentry:\n"
          "  br label %outer\n"
          "outer:\n  %o = phi i64 [ 0, %entry ], [ %u, %end ]\n"
          "  br i1 %meet, label %rest, label %row\n"
          "row:\n  br label %rest\n"
          "rest:\n  %s = phi i64 [ 0, %outer ], [ " +
          RowEnd + ", %row ]\n" + Rest +
          "end:\n  %u = add nuw nsw i64 %o, 1\n"
          "  %d = icmp eq i64 %u, 100\n"
          "  br i1 %d, label %exit, label %outer\n"
          "exit:\n  ret void\n}\n")
      .str();
}

/// A loop \p Name in front of \p Next from \p Start, in block \p From, to \p To
/// in steps of \p Step.
static std::string loop(StringRef Name, StringRef From, StringRef Start,
                        unsigned Step, StringRef To, StringRef Next) {
  const std::string I = ("%i." + Name).str(), J = ("%j." + Name).str();
  return (Name + ":\n  " + I + " = phi i64 [ " + Start + ", %" + From +
          " ], [ " + J + ", %" + Name + " ]\n  " + J + " = add nuw nsw i64 " +
          I + ", " + Twine(Step) + "\n  %c." + Name + " = icmp ult i64 " + J +
          ", " + To + "\n  br i1 %c." + Name + ", label %" + Name +
          ", label %" + Next + "\n")
      .str();
}

static std::string oneLoop(unsigned Step, StringRef To) {
  return "  br label %loop\n" + loop("loop", "rest", "%s", Step, To, "end");
}

/// What is told of the loop %loop of \p Text behind %row.
static std::optional<unsigned> iterationsIn(const std::string &Text) {
  test::AnalysedFunction F(Text);
  for (const Loop *L : F.LI.getLoopsInPreorder())
    if (L->getHeader()->getName() == "loop")
      return iterationsBehindRow(
          *L, F.SE, [](const BasicBlock &At) { return At.getName() == "row"; });
  ADD_FAILURE() << "no loop";
  return std::nullopt;
}

TEST(RowEnd, IterationsFromWhereTheRowEnds) {
  EXPECT_EQ(iterationsIn(nest("160", oneLoop(4, "180"))), 5u);
}

TEST(RowEnd, SecondLoopStartsWhereTheFirstEnds) {
  // Three one by one from 48 on, then four at a time.
  const std::string Text =
      nest("48", "  %t = add nuw nsw i64 %s, 3\n  br label %first\n" +
                     loop("first", "rest", "%s", 1, "%t", "between") +
                     "between:\n  br label %loop\n" +
                     loop("loop", "between", "%j.first", 4, "59", "end"));
  EXPECT_EQ(iterationsIn(Text), 2u);
}

TEST(RowEnd, ByConstantAlone) {
  // Both ways it runs three times.
  EXPECT_EQ(
      iterationsIn(nest("48", "  br label %loop\n" +
                                  loop("loop", "rest", "0", 1, "3", "end"))),
      3u);
}

TEST(RowEnd, NotEnteredBehindTheRow) {
  // From where the row has ended it would go on until it wraps.
  const std::string Text =
      nest("64", "  %e = icmp eq i64 %s, 64\n  br i1 %e, label %end, label "
                 "%before\nbefore:\n  br label %loop\n"
                 "loop:\n  %i = phi i64 [ %s, %before ], [ %j, %loop ]\n"
                 "  %j = add nuw i64 %i, 1\n  %c = icmp eq i64 %j, 64\n"
                 "  br i1 %c, label %end, label %loop\n");
  EXPECT_EQ(iterationsIn(Text), 0u);
}

TEST(RowEnd, NothingIsTold) {
  // Of what only the program knows.
  EXPECT_FALSE(iterationsIn(nest("160", oneLoop(4, "%n"))));
  EXPECT_FALSE(iterationsIn(nest("%n", oneLoop(4, "180"))));
  // More than a loop around it is shown with.
  EXPECT_TRUE(iterationsIn(nest("0", oneLoop(1, "64"))));
  EXPECT_FALSE(iterationsIn(nest("0", oneLoop(1, "65"))));
}
