//===- GuidedLoopTest.cpp - Loops that get another shape -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "guide/GuidedLoop.h"
#include "guide/GuideCandidates.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace takt;

/// What is said of a loop that did \p Before iterations at a time and now has
/// \p Shape.
static std::string change(unsigned Before, LoopShape Shape) {
  GuidedLoop G;
  G.Before.SourceIterations = Before;
  G.Best = Shape;
  return describeChange(G);
}

TEST(GuidedLoop, SaysWhatChanges) {
  EXPECT_EQ(change(1, {1, 4, 1}), "interleaved by 4 instead of 1");
  EXPECT_EQ(change(2, {1, 1, 8}), "unrolled by 8 instead of 2");
  EXPECT_EQ(change(0, {1, 1, 8}), "unrolled by 8");
  // As many at a time, in the other of both ways.
  EXPECT_EQ(change(4, {1, 4, 1}), "interleaved by 4 instead of unrolled by 4");
  EXPECT_EQ(change(4, {1, 1, 4}), "unrolled by 4 instead of interleaved by 4");
}

static GuidedLoop vectorised(unsigned Width, unsigned SourceIterations) {
  GuidedLoop G;
  G.Vectorised = true;
  G.Width = Width;
  G.Before.SourceIterations = SourceIterations;
  G.Before.Instrs = 50;
  G.Before.MainInstrs = 40;
  G.Before.LastInstrs = 10;
  return G;
}

TEST(GuidedLoop, ExpectedInstrs) {
  const GuidedLoop G = vectorised(8, 16);
  EXPECT_EQ(G.expectedInstrs({0, 4, 1}), 90u);
  EXPECT_EQ(G.expectedInstrs({0, 2, 2}), 90u);
  EXPECT_EQ(G.expectedInstrs({16, 1, 1}), 50u);
  EXPECT_EQ(G.expectedInstrs({4, 2, 1}), 33u);
  EXPECT_EQ(G.expectedInstrs({1, 4, 1}), 50u);
  // Of a width that is not known LLVM has four in flight.
  EXPECT_EQ(vectorised(0, 64).expectedInstrs({0, 8, 1}), 90u);
  GuidedLoop Scalar = vectorised(0, 4);
  Scalar.Vectorised = false;
  EXPECT_EQ(Scalar.expectedInstrs({1, 1, 8}), 90u);
  EXPECT_EQ(Scalar.expectedInstrs({1, 1, 1}), 20u);
  // A stencil's neighbouring vectors share loads.
  GuidedLoop Stencil = vectorised(8, 16);
  Stencil.SharesAccesses = true;
  EXPECT_EQ(Stencil.expectedInstrs({0, 4, 1}), 75u);
  EXPECT_EQ(Stencil.expectedInstrs({0, 1, 1}), 30u);
}

TEST(GuideCandidates, MayGainMuch) {
  LoopCost Cost;
  Cost.CyclesPerSourceIteration = 3;
  Cost.Floor = 2;
  EXPECT_FALSE(mayGainMuch(Cost));
  Cost.Floor = 1.9;
  EXPECT_TRUE(mayGainMuch(Cost));
  // Without vectors.
  Cost.Floor = 3;
  Cost.ScalarFloor = 2.5;
  EXPECT_FALSE(mayGainMuch(Cost));
  Cost.ScalarFloor = 1;
  EXPECT_TRUE(mayGainMuch(Cost));
}

TEST(GuideCandidates, LeastGain) {
  LoopCost Old, New;
  Old.CyclesPerEntry = Old.CyclesPerSourceIteration = 100;
  New.CyclesPerEntry = New.CyclesPerSourceIteration = 98;
  EXPECT_FALSE(isBetter(New, Old, true));
  // What is bound by its ports depends on no detail.
  New.AtBound = true;
  EXPECT_TRUE(isBetter(New, Old, false));
  // But more iterations at a time have to gain as much as any other shape.
  New.SourceIterations = 2;
  EXPECT_FALSE(isBetter(New, Old, false));
  New.SourceIterations = 1;
  New.CyclesPerSourceIteration = 99.5; // not in a long loop
  EXPECT_FALSE(isBetter(New, Old, false));
  EXPECT_TRUE(isBetter(New, Old, true));
  New.AtBound = false;
  New.CyclesPerEntry = New.CyclesPerSourceIteration = 96;
  EXPECT_FALSE(isBetter(New, Old, true));
  New.CyclesPerEntry = New.CyclesPerSourceIteration = 94;
  EXPECT_TRUE(isBetter(New, Old, false));
}
