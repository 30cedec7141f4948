//===- AgendaTest.cpp - Tests of which port is taken when -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sim/Agenda.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace takt;
using namespace takt::sim;

namespace {

TEST(Agenda, TakesTheFirstFreeCycle) {
  Agenda A(2, /*Notes=*/true);
  EXPECT_EQ(A.take(0, 5, 0), 5u);
  EXPECT_EQ(A.take(0, 5, 0), 6u);
  EXPECT_EQ(A.take(1, 5, 0), 5u);
  EXPECT_EQ(A.take(0, 4, 0), 4u);
  EXPECT_EQ(A.take(0, 4, 0), 7u);
}

/// Near and far ahead, as cycles pass, against a list of all that was taken.
TEST(Agenda, NeverForgetsNorInvents) {
  constexpr unsigned Ports = 3;
  Agenda A(Ports, /*Notes=*/false);
  std::set<std::pair<unsigned, Cycle>> Taken;
  std::mt19937 Random(1);
  for (Cycle Now = 0; Now != 3000; ++Now) {
    // At times all cycles are taken up to far ahead.
    const unsigned Count = Now % 700 == 50 ? 1500 : Random() % 4;
    for (unsigned N = 0; N != Count; ++N) {
      const unsigned Port = Random() % Ports;
      const Cycle From = Now + 1 + Random() % (Random() % 8 ? 20 : 460);
      Cycle Free = From;
      while (Taken.count({Port, Free}))
        ++Free;
      ASSERT_EQ(A.take(Port, From, Now), Free) << "in cycle " << Now;
      Taken.insert({Port, Free});
    }
    A.pass(Now);
  }
}

TEST(Agenda, MakesRoomForACycle) {
  Agenda A(1, /*Notes=*/true);
  A.take(0, 5, 0);
  A.at(5).Units = 1;
  A.reach(100000, 0);
  A.at(100000).Unlimited = 2;
  EXPECT_EQ(A.at(5).Units, 1u);
  EXPECT_EQ(A.at(5).Unlimited, 0u);
  EXPECT_EQ(A.at(100000).Unlimited, 2u);
  EXPECT_EQ(A.take(0, 5, 0), 6u);
}

TEST(Agenda, FindsAFreePortOfSeveral) {
  Agenda A(2, /*Notes=*/true);
  for (Cycle At : {3, 4}) {
    A.take(0, At, 0);
    A.at(At).Ports |= 1;
  }
  EXPECT_EQ(A.firstFree(0x1, 3, 0), 5u);
  EXPECT_EQ(A.firstFree(0x3, 3, 0), 3u);
  A.take(1, 3, 0);
  A.at(3).Ports |= 2;
  EXPECT_EQ(A.firstFree(0x3, 3, 0), 4u);
  // Far ahead, beyond all that was looked at.
  EXPECT_EQ(A.firstFree(0x3, 5000, 0), 5000u);
}

/// What goes in a cycle is still known once it is looked farther ahead.
TEST(Agenda, KeepsWhatGoes) {
  Agenda A(1, /*Notes=*/true);
  A.take(0, 7, 0);
  A.sum(7) = 42;
  A.at(7).First = 5;
  EXPECT_EQ(A.take(0, 4000, 0), 4000u);
  EXPECT_EQ(A.sum(7), 42u);
  EXPECT_EQ(A.at(7).First, 5u);
  EXPECT_EQ(A.take(0, 7, 0), 8u);
  for (Cycle Now = 0; Now != 8; ++Now)
    A.pass(Now);
  EXPECT_EQ(A.sum(7), 0u);
  EXPECT_EQ(A.at(7).First, 0u);
}

/// By port, also beyond the cycles that there is room for at first.
TEST(Agenda, TellsWhichPortsAreTaken) {
  Agenda A(3, /*Notes=*/false);
  const auto IsTaken = [&A](unsigned Port, Cycle At) {
    return A.taken(At)[Port] >> At % 64 & 1;
  };
  for (Cycle At : {70, 4000}) {
    A.take(0, At, 0);
    A.take(2, At, 0);
  }
  for (Cycle At : {70, 4000}) {
    EXPECT_TRUE(IsTaken(0, At));
    EXPECT_FALSE(IsTaken(1, At));
    EXPECT_TRUE(IsTaken(2, At));
    EXPECT_FALSE(IsTaken(0, At + 1));
  }
}

} // namespace
