//===- LoopFactsTest.cpp - Roles of loops -----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopFacts.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "gtest/gtest.h"

using namespace takt;
using Roles = std::vector<LoopRole>;

TEST(FunctionSteps, SourceOfWhatTheUnrollerLeftOver) {
  FunctionSteps Before;
  LoopSteps A, B, Left;
  A.Counts = {{1, 1}, {2, 1}};
  A.End = 3;
  B.Counts = {{4, 1}};
  B.End = 5;
  Before[10] = A;
  Before[11] = B;
  Left.End = 5;
  EXPECT_EQ(sourceByPlaces(Before, Left), 11u);
  Left.LeftOver = true;
  Left.Counts = {{2, 1}};
  // By its accesses, where no loop with these ends as it does.
  EXPECT_EQ(sourceByPlaces(Before, Left), 10u);
  Left.Counts = {{9, 1}};
  EXPECT_EQ(sourceByPlaces(Before, Left), 0u);
  // A loop that ends elsewhere and is nobody's rest is another one, one that
  // has lost its end is not; gathers are accesses, too.
  Left.LeftOver = false;
  Left.Counts = {{2, 1}};
  EXPECT_EQ(sourceByPlaces(Before, Left), 0u);
  Left.End = 0;
  EXPECT_EQ(sourceByPlaces(Before, Left), 10u);
  Left.Counts.clear();
  EXPECT_EQ(sourceByPlaces(Before, Left), 0u);
  Left.Lanes = {{4, 8}};
  EXPECT_EQ(sourceByPlaces(Before, Left), 11u);
  Left.Lanes = {{9, 8}};
  EXPECT_EQ(sourceByPlaces(Before, Left), 0u);
  // A macro may have two loops at one place.
  Before[12] = B;
  Left.Counts = {{4, 1}};
  EXPECT_EQ(sourceByPlaces(Before, Left), 0u);
}

static RoleEvidence loop(std::optional<unsigned> Factor, bool Vectorized,
                         bool HasVectors, bool UnrollDisabled) {
  RoleEvidence E;
  E.Source = 7;
  E.SourceIterations = Factor;
  E.Steps.Vectorized = Vectorized;
  E.Steps.HasVectors = HasVectors;
  E.Steps.UnrollDisabled = UnrollDisabled;
  return E;
}

TEST(Roles, Alone) {
  EXPECT_EQ(assignRoles({loop(1, false, false, false)}),
            Roles({LoopRole::Main}));
  EXPECT_EQ(assignRoles({loop(std::nullopt, false, false, false)}),
            Roles({LoopRole::Main}));
  EXPECT_EQ(assignRoles({loop(4, false, false, true)}),
            Roles({LoopRole::Unrolled}));
}

TEST(Roles, VectorisedWithEpilogues) {
  EXPECT_EQ(assignRoles({loop(16, true, true, true), loop(4, true, true, true),
                         loop(1, true, false, true)}),
            Roles({LoopRole::VectorBody, LoopRole::VectorRemainder,
                   LoopRole::Remainder}));
}

/// What is left of a vectorised loop may be unrolled by as much.
TEST(Roles, VectorisedWithUnrolledRemainder) {
  EXPECT_EQ(
      assignRoles({loop(8, true, true, true), loop(8, true, false, true)}),
      Roles({LoopRole::VectorBody, LoopRole::Remainder}));
  // Another loop at the same place, a macro's, is none.
  EXPECT_EQ(
      assignRoles({loop(8, true, true, true), loop(8, false, false, true)}),
      Roles({LoopRole::VectorBody, LoopRole::Unrolled}));
}

/// LLVM's vectors of straight code are no loop's.
TEST(Roles, CopyWithVectorsOfStraightCode) {
  RoleEvidence Copy = loop(1, true, true, false);
  EXPECT_EQ(assignRoles({Copy}), Roles({LoopRole::Main}));
  Copy.BesideVectors = true;
  EXPECT_EQ(assignRoles({Copy}), Roles({LoopRole::Remainder}));
  EXPECT_EQ(assignRoles({loop(4, true, true, false), Copy}),
            Roles({LoopRole::VectorBody, LoopRole::Remainder}));
}

/// A copy for accesses that meet may be unrolled by more than the vectors do,
/// or nobody knows by how much.
TEST(Roles, CopyIsToldByItsMark) {
  RoleEvidence Main = loop(2, true, true, false);
  Main.Steps.RuntimeUnrollDisabled = true;
  for (const std::optional<unsigned> Factor :
       {std::optional<unsigned>(), std::optional<unsigned>(1),
        std::optional<unsigned>(2), std::optional<unsigned>(4)})
    for (const bool HasVectors : {false, true})
      EXPECT_EQ(assignRoles({loop(Factor, true, HasVectors, false), Main}),
                Roles({LoopRole::Remainder, LoopRole::VectorBody}));
  // Interleaved only.
  Main.Steps.HasVectors = false;
  EXPECT_EQ(assignRoles({Main, loop(4, true, false, false)}),
            Roles({LoopRole::Unrolled, LoopRole::Remainder}));
  // What is left over for few iterations has the mark, too.
  RoleEvidence Epilogue = loop(1, true, false, false);
  Epilogue.Steps.RuntimeUnrollDisabled = true;
  EXPECT_EQ(assignRoles({Main, Epilogue}),
            Roles({LoopRole::Unrolled, LoopRole::Remainder}));
}

TEST(Roles, UnrolledWithRemainder) {
  EXPECT_EQ(
      assignRoles({loop(1, false, false, true), loop(8, false, false, true)}),
      Roles({LoopRole::Remainder, LoopRole::Unrolled}));
}

TEST(Roles, LeftBesideVectorsThatAreNoLoop) {
  RoleEvidence Left = loop(8, true, false, true);
  EXPECT_EQ(assignRoles({Left}), Roles({LoopRole::Unrolled}));
  Left.BesideVectors = true;
  EXPECT_EQ(assignRoles({Left}), Roles({LoopRole::Remainder}));
}

TEST(Roles, VectorsThatNeverRunAreNoSiblings) {
  RoleEvidence Vectors = loop(4, true, true, true),
               Scalar = loop(1, true, false, true);
  EXPECT_EQ(assignRoles({Vectors, Scalar}),
            Roles({LoopRole::VectorBody, LoopRole::Remainder}));
  Vectors.IsForOverlaps = true;
  EXPECT_EQ(assignRoles({Vectors, Scalar}),
            Roles({LoopRole::ForOverlaps, LoopRole::Main}));
}

TEST(Roles, BesideVectorsForFewIterations) {
  RoleEvidence Vectors = loop(8, true, true, true),
               Scalar = loop(4, true, false, true),
               Left = loop(1, true, false, true);
  Vectors.MostIterations = 64;
  EXPECT_EQ(assignRoles({Vectors, Scalar, Left}),
            Roles({LoopRole::ForFew, LoopRole::Unrolled, LoopRole::Remainder}));
}

TEST(Roles, CopiesForAnyStride) {
  RoleEvidence Any = loop(4, false, false, false),
               Known = loop(8, true, true, true);
  Any.Steps.Elements = {{1, 4}, {2, 8}};
  Known.Steps.Elements = {{1, 8}, {2, 16}};
  Known.Steps.Closest[1] = LoopSteps::Span{64, 8};
  Any.HasUnknownStride = true;
  EXPECT_EQ(assignRoles({Any, Known}),
            Roles({LoopRole::Remainder, LoopRole::VectorBody}));
  // It is just not seen how far it moves.
  Any.HasUnknownStride = false;
  EXPECT_EQ(assignRoles({Any, Known}),
            Roles({LoopRole::Unrolled, LoopRole::VectorBody}));
  Any.HasUnknownStride = true;
  // Another loop of the same statement.
  Known.Steps.Elements[2] = 8;
  EXPECT_EQ(assignRoles({Any, Known}),
            Roles({LoopRole::Unrolled, LoopRole::VectorBody}));
  Known.Steps.Elements[2] = 16;
  Any.Steps.Closest[1] = LoopSteps::Span{16, 8};
  EXPECT_EQ(assignRoles({Any, Known}),
            Roles({LoopRole::Unrolled, LoopRole::VectorBody}));
}

TEST(Roles, EmptyWhateverElse) {
  RoleEvidence E = loop(8, true, true, true);
  E.IsEmpty = true;
  EXPECT_EQ(assignRoles({E}), Roles({LoopRole::Empty}));
}

TEST(Roles, FromRelativeStepsAlone) {
  RoleEvidence Small = loop(std::nullopt, true, false, false),
               Large = loop(std::nullopt, true, true, false);
  Small.Steps.Accesses[3] = 8;
  Large.Steps.Accesses[3] = 32;
  EXPECT_EQ(assignRoles({Small, Large}),
            Roles({LoopRole::Remainder, LoopRole::VectorBody}));
}

TEST(Roles, UnmarkedLoopsAreNoRemainders) {
  // Two loops of a macro: the first one was vectorised, the other one not.
  EXPECT_EQ(
      assignRoles({loop(8, true, true, true), loop(1, false, false, false)}),
      Roles({LoopRole::VectorBody, LoopRole::Main}));
}

TEST(Roles, WhatTheUnrollerLeftOverIsSmaller) {
  // No access tells how many source iterations they do.
  RoleEvidence Left = loop(std::nullopt, false, false, true),
               Unrolled = loop(std::nullopt, false, false, false);
  Left.Steps.LeftOver = true;
  Left.Steps.Instrs = 2;
  Unrolled.Steps.Instrs = 8;
  EXPECT_EQ(assignRoles({Left, Unrolled}),
            Roles({LoopRole::Remainder, LoopRole::Main}));
  EXPECT_EQ(assignRoles({Left}), Roles({LoopRole::Main}));
  // The user's mark says nothing.
  Left.Steps.LeftOver = false;
  EXPECT_EQ(assignRoles({Left, Unrolled}),
            Roles({LoopRole::Main, LoopRole::Main}));
}

TEST(Roles, StartsAreThoseOfTheSourceLoop) {
  llvm::LLVMContext C;
  auto *Scope = llvm::DIFile::get(C, "list.c", "");
  RoleEvidence Left = loop(1, false, false, true), Main = Left, Other = Left;
  Main.Start = llvm::DILocation::get(C, 3, 1, Scope);
  Other.Source = 8;
  std::vector<RoleEvidence> Loops = {Left, Main, Other};
  shareStarts(Loops);
  EXPECT_EQ(Loops[0].Start, Main.Start);
  EXPECT_FALSE(Loops[2].Start);
}

TEST(Roles, OtherSourceLoopsDoNotCount) {
  RoleEvidence Other = loop(8, false, false, true);
  Other.Source = 8;
  EXPECT_EQ(assignRoles({loop(1, false, false, true), Other}),
            Roles({LoopRole::Main, LoopRole::Unrolled}));
}
