//===- HazardsTest.cpp - Tests of what addresses do -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include "gtest/gtest.h"

using namespace takt;

namespace {

/// A store and a load of eight bytes.
Job storeAndLoad() {
  Job J;
  AccessSite Store, Load;
  Store.Store = Load.Load = true;
  Store.Size = Load.Size = 8;
  J.Accesses = {Store, Load};
  return J;
}

/// Repetition after repetition, the two accesses at what the functions say.
template <typename StoreAt, typename LoadAt>
Hazards judged(uint32_t Repetitions, StoreAt Store, LoadAt Load,
               const CacheLimits &L = {}) {
  Trace T;
  for (uint32_t R = 0; R != Repetitions; ++R) {
    T.Accesses.push_back({R, 0, Store(R)});
    T.Accesses.push_back({R, 1, Load(R)});
  }
  T.Repetitions = Repetitions;
  return judge(storeAndLoad(), T, L);
}

auto at(uint64_t Address, uint64_t Step = 0) {
  return [=](uint64_t R) { return Address + R * Step; };
}

TEST(Hazards, ApartAccessesAreNone) {
  const Hazards H = judged(100, at(0x10000), at(0x20100));
  EXPECT_TRUE(H.Dependences.empty());
  EXPECT_EQ(H.FourK, 0);
  EXPECT_EQ(H.Split, 0);
  EXPECT_FALSE(H.Grows || H.Store32);
  EXPECT_EQ(H.InCache, 100u);
  EXPECT_EQ(H.Written, (std::vector<uint64_t>{0x10000}));
}

TEST(Hazards, DependencesAreOfSitesAndDistances) {
  const std::set<MemoryDependence> Same = {{0, 1, 0}}, Next = {{0, 1, 2}};
  // A part of the store is read.
  EXPECT_EQ(judged(100, at(0x10000), at(0x10004)).Dependences, Same);
  EXPECT_EQ(judged(100, at(0x10010, 8), at(0x10000, 8)).Dependences, Next);
  // 100 repetitions later nothing waits.
  EXPECT_TRUE(
      judged(200, at(0x10000 + 800, 8), at(0x10000, 8)).Dependences.empty());
}

TEST(Hazards, PagesApartLooksLikeAStore) {
  EXPECT_EQ(judged(100, at(0x10000), at(0x21000)).FourK, 1);
  EXPECT_EQ(judged(100, at(0x10ffc), at(0x22000)).FourK, 1); // over its end
  EXPECT_EQ(judged(100, at(0x10000), at(0x21008)).FourK, 0);
  // What is really read is no such thing.
  EXPECT_EQ(judged(100, at(0x10000), at(0x10000)).FourK, 0);
}

TEST(Hazards, LinesEndAt64Bytes) {
  EXPECT_EQ(judged(10, at(0x10000), at(0x2003c)).Split, 1);
  EXPECT_EQ(judged(10, at(0x1003a), at(0x20000)).Split, 1);
  // Each eighth of a walk by 8 bytes.
  EXPECT_EQ(judged(16, at(0x10000), at(0x20004, 8)).Split, 2 / 16.0);
  EXPECT_TRUE(judged(10, at(0x1001c), at(0x20000)).Store32);
  EXPECT_FALSE(judged(10, at(0x10000), at(0x2001c)).Store32);
}

TEST(Hazards, LinesBeyondTheCacheAreNotRestored) {
  CacheLimits L;
  L.Ways = 7;
  L.Pages = 1000;
  const Hazards H = judged(1000, at(0x10000, 64), at(0x90000), L);
  EXPECT_EQ(H.InCache, 6 * 64u);
  ASSERT_EQ(H.Written.size(), 6 * 64u);
  EXPECT_EQ(H.Written.back(), 0x10000u + (6 * 64 - 1) * 64);
}

TEST(Hazards, AWalkFillsTheCache) {
  CacheLimits L;
  L.Ways = 7;
  L.Pages = 1000;
  // 64 sets of 7 ways; the store has one of them.
  Hazards H = judged(1000, at(0x10000), at(0x20000, 64), L);
  EXPECT_TRUE(H.Grows);
  EXPECT_EQ(H.InCache, 6 * 64u);
  // All lines in one set.
  H = judged(100, at(0x10000), at(0x20040, 4096), L);
  EXPECT_EQ(H.InCache, 7u);
  // The pages are fewer: one is the store's.
  L.Pages = 5;
  EXPECT_EQ(judged(100, at(0x10000), at(0x20040, 4096), L).InCache, 4u);
  // One that comes back does not grow.
  H = judged(300, at(0x10000), [](uint64_t R) { return 0x20000 + R % 50 * 8; });
  EXPECT_FALSE(H.Grows);
}

//===----------------------------------------------------------------------===//
// Several assignments
//===----------------------------------------------------------------------===//

Hazards dependent(std::set<MemoryDependence> D) {
  Hazards H;
  H.InCache = 100;
  H.Dependences = std::move(D);
  return H;
}

TEST(Verdicts, WhatOneAssignmentDoesIsLeftOut) {
  const Verdict V =
      judgeAll({dependent({{0, 1, 0}}), dependent({}), dependent({})});
  EXPECT_EQ(V.What, Status::Ok);
  EXPECT_EQ(V.Good, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(V.Flags, 0u);
}

TEST(Verdicts, WhatAllDoIsTheBlocksOwn) {
  const Verdict V = judgeAll(
      {dependent({{0, 1, 1}}), dependent({{0, 1, 1}}), dependent({{0, 1, 1}})});
  EXPECT_EQ(V.What, Status::Ok);
  EXPECT_EQ(V.Good.size(), 3u);
  EXPECT_EQ(V.Flags, unsigned(FlagMemoryDep));
}

TEST(Verdicts, EveryAssignmentHasAnArtefact) {
  const Verdict V = judgeAll(
      {dependent({{0, 1, 0}}), dependent({{0, 1, 1}}), dependent({{0, 1, 2}})});
  EXPECT_EQ(V.What, Status::Alias);
  EXPECT_EQ(V.Good.size(), 3u);
}

TEST(Verdicts, FourKAndSplit) {
  Hazards Few = dependent({}), Many = Few, Split = Few;
  Few.FourK = FewFourK;
  Many.FourK = 0.5;
  Split.Split = 0.1;
  Verdict V = judgeAll({Few, Many, Many});
  EXPECT_EQ(V.What, Status::Ok);
  EXPECT_EQ(V.Good, (std::vector<unsigned>{0}));
  EXPECT_EQ(V.Flags, unsigned(FlagFourK));
  EXPECT_EQ(judgeAll({Many, Many}).What, Status::FourK);
  EXPECT_EQ(judgeAll({Split, Split}).What, Status::Split);
  EXPECT_EQ(judgeAll({Split, dependent({})}).What, Status::Ok);
}

TEST(Verdicts, TheShortestWalkLimits) {
  Hazards A = dependent({}), B = A;
  A.Grows = B.Grows = true;
  A.InCache = 70;
  B.InCache = 50;
  const Verdict V = judgeAll({A, B});
  EXPECT_EQ(V.Limit, 50u);
  EXPECT_EQ(V.Flags, unsigned(FlagWalk));
  EXPECT_FALSE(judgeAll({dependent({})}).Limit);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

TEST(Addresses, EveryPointerIsApartInEveryAssignment) {
  for (unsigned A = 0; A != Assignments; ++A) {
    std::set<uint64_t> Windows, Lines;
    for (unsigned N = 0; N <= LoadedWindow; ++N) {
      const uint64_t P = pointerOf(N, A);
      EXPECT_EQ(P % LineSize, 0u);
      EXPECT_LT(P, LinkedBase);
      EXPECT_GE(P % 0x10000, LowestAddress);
      Windows.insert(P / WindowSize);
      if (N < 32)
        Lines.insert(P % 4096);
    }
    EXPECT_EQ(Windows.size(), size_t(takt::Windows));
    EXPECT_EQ(Lines.size(), 32u);
  }
  EXPECT_NE(pointerOf(1, 0), pointerOf(1, 1));
}

TEST(Addresses, OfSites) {
  uint64_t Registers[32] = {};
  Registers[3] = 0x1000;
  Registers[5] = 0xffffffff;
  AccessSite A;
  A.Displacement = -16;
  EXPECT_EQ(addressOf(A, Registers), uint64_t(-16));
  A.Base = 3;
  EXPECT_EQ(addressOf(A, Registers), 0xff0u);
  A.Index = 5;
  A.Scale = 4;
  EXPECT_EQ(addressOf(A, Registers), 0xff0 + 4 * 0xffffffffull);
  A.Kind = IndexKind::Signed32;
  EXPECT_EQ(addressOf(A, Registers), 0xff0u - 4);
  Registers[5] = 0x700000001;
  A.Kind = IndexKind::Unsigned32;
  EXPECT_EQ(addressOf(A, Registers), 0xff0u + 4);
}

} // namespace
