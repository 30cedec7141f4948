//===- PossibleTest.cpp - Dependences that may be
//--------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeTraces.h"

using namespace takt;
using namespace takt::test;

namespace {

struct PossibleTest : testing::Test {
  /// A load behind and one in front of a store, all of other pointers.
  PossibleTest() {
    M.load(8, linear(0, 0, 8)).store(8, linear(1, 0, 8));
    M.load(8, linear(2, 0, 8));
    Facts.Accesses = {{0, false, {}, 0, {}, "a"},
                      {1, true, {}, 0, {}, "b"},
                      {2, false, {}, 0, {}, "c"}};
    Facts.Apart.insert({0, 1});
  }
  MadeKernel M;
  MemoryFacts Facts;
};

TEST_F(PossibleTest, AssumedNotToBe) {
  M.find();
  EXPECT_EQ(M.dependences(), "");
  EXPECT_EQ(M.possible(), "1->0 d1, 1->2 d0");
}

TEST_F(PossibleTest, NotWhatIsApart) {
  M.Options.Facts = &Facts;
  M.find();
  EXPECT_EQ(M.possible(), "1->2 d0");
}

TEST_F(PossibleTest, AssumedByTheCompiler) {
  M.Options.Facts = &Facts;
  M.Options.Alias = AliasAssumption::Compiler;
  M.find();
  EXPECT_EQ(M.dependences(), "1->2 d0");
  EXPECT_EQ(M.possible(), "");
}

TEST_F(PossibleTest, AllAssumed) {
  M.Options.Facts = &Facts;
  M.Options.Alias = AliasAssumption::All;
  M.find();
  EXPECT_EQ(M.dependences(), "1->0 d1, 1->2 d0");
}

TEST_F(PossibleTest, ApartOnlyIfAllFactsSaySo) {
  // The first access is two of the source.
  Facts.Accesses.push_back({0, false, {}, 0, {}, "d"});
  M.Options.Facts = &Facts;
  M.find();
  EXPECT_EQ(M.possible(), "1->0 d1, 1->2 d0");
}

TEST(Possible, NothingBetweenKnownAddresses) {
  MadeKernel M;
  M.load(8, linear(0, 800, 8)).store(8, linear(0, 0, 8)).find();
  EXPECT_EQ(M.possible(), "");
}

TEST(Possible, OnlyWhatMovesTogetherMeetsAgainAndAgain) {
  MadeKernel Fixed;
  Fixed.load(8, linear(0, 0, 0)).store(8, linear(1, 0, 8));
  Fixed.find();
  EXPECT_EQ(Fixed.possible(), "");
  MadeKernel Faster;
  Faster.load(8, linear(0, 0, 8)).store(8, linear(1, 0, 16)).find();
  EXPECT_EQ(Faster.possible(), "");
  MadeKernel Apart;
  Apart.load(8, linear(0, 0, 8)).store(8, linear(1, 0, -8)).find();
  EXPECT_EQ(Apart.possible(), "");
  // Of these nobody knows.
  MadeKernel Together, Irregular, Both;
  Together.load(8, linear(0, 0, 0)).store(8, linear(1, 0, 0)).find();
  EXPECT_EQ(Together.possible(), "1->0 d1");
  Irregular.load(8, linear(0, 0, 0)).store(8, irregular(1)).find();
  EXPECT_EQ(Irregular.possible(), "1->0 d1");
  // What cannot be is not assumed either.
  Both.load(8, linear(0, 0, 0)).store(8, linear(1, 0, 8));
  Both.Options.Alias = AliasAssumption::All;
  EXPECT_EQ(Both.find().dependences(), "");
}

TEST(Possible, HiddenByAKnownStore) {
  // The load reads what the second store has just written; the first one comes
  // before that, the third one's place is behind the load.
  MadeKernel M;
  M.store(8, linear(0, 0, 8)).store(8, linear(1, 0, 8));
  M.load(8, linear(1, 0, 8)).store(8, linear(2, 0, 8)).find();
  EXPECT_EQ(M.dependences(), "1->2 d0");
  EXPECT_EQ(M.possible(), "");
  // Half of it may be somebody else's.
  MadeKernel Half;
  Half.store(8, linear(0, 0, 8)).store(4, linear(1, 0, 8));
  Half.load(8, linear(1, 0, 8)).find();
  EXPECT_EQ(Half.possible(), "0->2 d0");
}

TEST(Possible, ManyPairs) {
  // Only the nearest store in front of each load, however many there are.
  MadeKernel M;
  for (unsigned N = 0; N != 100; ++N)
    M.load(8, linear(2 * N, 0, 8)).store(8, linear(2 * N + 1, 0, 8));
  M.find();
  EXPECT_EQ(M.K.PossibleDependences.size(), 100u);
  EXPECT_EQ(
      MadeKernel::text(llvm::ArrayRef(M.K.PossibleDependences).take_front(2)),
      "199->0 d1, 1->2 d0");
}

} // namespace
