//===- LoopPathTest.cpp - The hottest path ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopPath.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace takt;
using llvm::toString;
using Blocks = std::vector<unsigned>;

TEST(HottestPath, OneBlock) {
  auto P = hottestPath(1, {{0, 0, 0.97}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0}));
  EXPECT_DOUBLE_EQ(P->Probability, 1.0);
}

TEST(HottestPath, Share) {
  EXPECT_EQ(pathShare(1), "100");
  EXPECT_EQ(pathShare(0.999), "99");
  EXPECT_EQ(pathShare(0.334), "33");
  EXPECT_EQ(pathShare(0.01), "1");
  EXPECT_EQ(pathShare(0.0039), "less than 1");
}

TEST(HottestPath, Diamond) {
  auto P = hottestPath(
      4, {{0, 1, 0.3}, {0, 2, 0.7}, {1, 3, 1}, {2, 3, 1}, {3, 0, 0.9}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0, 2, 3}));
  EXPECT_NEAR(P->Probability, 0.7, 1e-12);
}

TEST(HottestPath, MostProbableEdgeIsNotOnIt) {
  // 0 → 1 is likelier than 0 → 2, but 1 spreads over three ways.
  auto P = hottestPath(6, {{0, 1, 0.6},
                           {0, 2, 0.4},
                           {1, 3, 0.4},
                           {1, 4, 0.3},
                           {1, 5, 0.3},
                           {2, 0, 1},
                           {3, 0, 1},
                           {4, 0, 1},
                           {5, 0, 1}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0, 2}));
  EXPECT_NEAR(P->Probability, 0.4, 1e-12);
}

TEST(HottestPath, LeavingTheLoopDoesNotCount) {
  auto P = hottestPath(3, {{0, 1, 0.2}, {0, 2, 0.2}, {1, 0, 1}, {2, 0, 0.5}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0, 1}));
  EXPECT_NEAR(P->Probability, 0.2 / 0.3, 1e-12);
}

TEST(HottestPath, TiesGoToTheFirst) {
  auto P = hottestPath(
      4, {{0, 2, 0.5}, {0, 1, 0.5}, {1, 3, 1}, {2, 3, 1}, {3, 0, 1}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0, 1, 3}));
}

TEST(HottestPath, NeverTakenByTheProfile) {
  auto P = hottestPath(2, {{0, 1, 1}, {1, 0, 0}});
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  EXPECT_EQ(P->Blocks, Blocks({0, 1}));
}

TEST(HottestPath, Irreducible) {
  EXPECT_EQ(
      toString(
          hottestPath(
              3,
              {{0, 1, 0.5}, {0, 2, 0.5}, {1, 2, 1}, {2, 1, 0.5}, {2, 0, 0.5}})
              .takeError()),
      "irreducible control flow");
}

TEST(HottestPath, NoWayBack) {
  EXPECT_EQ(toString(hottestPath(2, {{0, 1, 1}}).takeError()),
            "no way back to the loop's header");
}

TEST(HottestPath, AgreesWithEnumeration) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round != 200; ++Round) {
    const unsigned N = 2 + Random() % 6;
    std::vector<PathEdge> Edges;
    for (unsigned From = 0; From != N; ++From) {
      if (From + 1 != N)
        Edges.push_back({From, From + 1, 1.0 + Random() % 9});
      for (unsigned To = From + 2; To < N; ++To)
        if (Random() % 2)
          Edges.push_back({From, To, 1.0 + Random() % 9});
      if (From + 1 == N || Random() % 3 == 0)
        Edges.push_back({From, 0, 1.0 + Random() % 9});
    }
    for (PathEdge &E : Edges)
      E.Probability /= 100;

    double Best = 0, Total = 0;
    std::function<void(unsigned, double)> Walk = [&](unsigned B, double P) {
      for (const PathEdge &E : Edges) {
        if (E.From != B)
          continue;
        if (E.To != 0) {
          Walk(E.To, P * E.Probability);
          continue;
        }
        Best = std::max(Best, P * E.Probability);
        Total += P * E.Probability;
      }
    };
    Walk(0, 1);
    auto P = hottestPath(N, Edges);
    ASSERT_TRUE(bool(P)) << toString(P.takeError());
    EXPECT_NEAR(P->Probability, Best / Total, 1e-9);
  }
}
