//===- CycleRatioTest.cpp - Tests of the maximum cycle ratio --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/DependenceGraph.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace takt;

namespace {

using Edges = std::vector<DependenceEdge>;
__extension__ using Int128 = __int128;

DependenceEdge edge(uint32_t From, uint32_t To, int32_t Latency,
                    uint32_t Distance) {
  return {From, To, Latency, Distance, 0, false};
}

/// Edges of distance 0 lead forward only, as in a kernel.
Edges randomEdges(std::mt19937 &Random, uint32_t Nodes, uint32_t Count,
                  int MaxLatency, uint32_t MaxDistance, bool Negative) {
  Edges Es;
  for (uint32_t I = 0; I != Count; ++I) {
    const uint32_t From = Random() % Nodes, To = Random() % Nodes;
    uint32_t Distance = Random() % (MaxDistance + 1);
    if (To <= From && Distance == 0)
      Distance = 1;
    int32_t Latency = Random() % (MaxLatency + 1);
    if (Negative && Random() % 4 == 0)
      Latency = -Latency;
    Es.push_back(edge(From, To, Latency, Distance));
  }
  return Es;
}

/// All simple cycles, by depth-first search from their least node.
class AllCycles {
public:
  explicit AllCycles(const DependenceGraph &G)
      : G(G), OnPath(G.nodes().size()) {
    for (Start = 0; Start != G.nodes().size(); ++Start)
      follow(Start, 0, 0);
  }
  std::optional<Rational> Best;

private:
  void follow(uint32_t N, int64_t Latency, int64_t Distance) {
    OnPath[N] = true;
    for (uint32_t I = G.firstEdge(N); I != G.firstEdge(N + 1); ++I) {
      const DependenceEdge &E = G.edges()[I];
      const int64_t L = Latency + E.Latency, D = Distance + E.Distance;
      if (E.Target == Start && (!Best || Rational(L, D) > *Best))
        Best = Rational(L, D);
      else if (E.Target > Start && !OnPath[E.Target])
        follow(E.Target, L, D);
    }
    OnPath[N] = false;
  }

  const DependenceGraph &G;
  std::vector<bool> OnPath;
  uint32_t Start = 0;
};

/// Bellman and Ford: whether a cycle has a ratio above \p R.
bool exceeds(const DependenceGraph &G, Rational R) {
  std::vector<Int128> Longest(G.nodes().size());
  for (size_t Round = 0; Round <= G.nodes().size(); ++Round) {
    bool Changed = false;
    for (const DependenceEdge &E : G.edges()) {
      const Int128 Length = Longest[E.Source] + Int128(R.den()) * E.Latency -
                            Int128(R.num()) * E.Distance;
      Changed |= Length > Longest[E.Target];
      Longest[E.Target] = std::max(Longest[E.Target], Length);
    }
    if (!Changed)
      return false;
  }
  return true;
}

/// The witness is a simple cycle of the graph whose ratio is the answer.
void checkWitness(const DependenceGraph &G, const CriticalCycle &C) {
  ASSERT_FALSE(C.Edges.empty());
  int64_t Latency = 0, Distance = 0;
  std::vector<uint32_t> Seen;
  for (size_t I = 0; I != C.Edges.size(); ++I) {
    ASSERT_LT(C.Edges[I], G.edges().size());
    const DependenceEdge &E = G.edges()[C.Edges[I]];
    const uint32_t Next = C.Edges[(I + 1) % C.Edges.size()];
    EXPECT_EQ(E.Target, G.edges()[Next].Source);
    Latency += E.Latency;
    Distance += E.Distance;
    Seen.push_back(E.Source);
  }
  ASSERT_GT(Distance, 0);
  EXPECT_EQ(C.Ratio, Rational(Latency, Distance));
  EXPECT_EQ(*std::min_element(Seen.begin(), Seen.end()), Seen.front());
  std::sort(Seen.begin(), Seen.end());
  EXPECT_EQ(std::adjacent_find(Seen.begin(), Seen.end()), Seen.end());
}

TEST(CycleRatio, NoCycle) {
  EXPECT_FALSE(maximumCycleRatio(DependenceGraph(0, {})).has_value());
  EXPECT_FALSE(maximumCycleRatio(
                   DependenceGraph(3, {edge(0, 1, 4, 0), edge(1, 2, 4, 1)}))
                   .has_value());
}

TEST(CycleRatio, BestOfTwoCycles) {
  // 0 → 1 → 0 takes 7 cycles in one iteration, 2 → 2 takes 15 in two.
  const DependenceGraph G(3, {edge(0, 1, 3, 0), edge(1, 0, 4, 1),
                              edge(1, 2, 9, 0), edge(2, 2, 15, 2)});
  const std::optional<CriticalCycle> C = maximumCycleRatio(G);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Ratio, Rational(15, 2));
  checkWitness(G, *C);
}

TEST(CycleRatio, TiesGoToTheShorterThenTheFirstCycle) {
  const DependenceGraph G(4, {edge(0, 1, 2, 0), edge(1, 0, 2, 1),
                              edge(2, 2, 4, 1), edge(3, 3, 4, 1)});
  const std::optional<CriticalCycle> C = maximumCycleRatio(G);
  ASSERT_TRUE(C.has_value());
  ASSERT_EQ(C->Edges.size(), 1u);
  EXPECT_EQ(G.edges()[C->Edges[0]].Source, 2u);
}

TEST(CycleRatio, ParallelEdges) {
  const DependenceGraph G(1, {edge(0, 0, 3, 1), edge(0, 0, 8, 3),
                              edge(0, 0, 5, 1), edge(0, 0, 5, 2)});
  const std::optional<CriticalCycle> C = maximumCycleRatio(G);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Ratio, Rational(5));
}

TEST(CycleRatio, NegativeRatio) {
  const DependenceGraph G(2, {edge(0, 1, -5, 0), edge(1, 0, 2, 2)});
  const std::optional<CriticalCycle> C = maximumCycleRatio(G);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Ratio, Rational(-3, 2));
}

TEST(CycleRatio, EqualsEnumerationOnRandomGraphs) {
  std::mt19937 Random(1);
  unsigned Cyclic = 0;
  for (unsigned Round = 0; Round != 10000; ++Round) {
    const uint32_t Nodes = 1 + Random() % 7;
    const DependenceGraph G(Nodes, randomEdges(Random, Nodes,
                                               Random() % (3 * Nodes + 1), 12,
                                               1 + Random() % 3, Round % 2));
    const std::optional<CriticalCycle> C = maximumCycleRatio(G);
    const AllCycles All(G);
    ASSERT_EQ(C.has_value(), All.Best.has_value()) << "round " << Round;
    if (!C)
      continue;
    ++Cyclic;
    ASSERT_EQ(C->Ratio, *All.Best) << "round " << Round;
    checkWitness(G, *C);
  }
  EXPECT_GT(Cyclic, 5000u);
}

TEST(CycleRatio, NothingExceedsItOnLargerRandomGraphs) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 400; ++Round) {
    const uint32_t Nodes = 20 + Random() % 100;
    const DependenceGraph G(Nodes,
                            randomEdges(Random, Nodes, 3 * Nodes, 30, 2, true));
    const std::optional<CriticalCycle> C = maximumCycleRatio(G);
    ASSERT_TRUE(C.has_value()) << "round " << Round;
    checkWitness(G, *C);
    ASSERT_FALSE(exceeds(G, C->Ratio)) << "round " << Round;
  }
}

TEST(CycleRatio, LargeNumbersAreExact) {
  // Values of paths do not fit 64 bits here: the best cycle goes through all
  // nodes, up a long way and down again; every node has a worse cycle.
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round != 10; ++Round) {
    constexpr uint32_t Nodes = 1000;
    Edges Es;
    for (uint32_t N = 0; N != Nodes; ++N) {
      const int32_t Latency = N < Nodes / 2 ? 60001 : -60000;
      const uint32_t Distance = 4000000000u + Random() % 1000;
      Es.push_back(edge(N, (N + 1) % Nodes, Latency, Distance));
      Es.push_back(edge(N, N, -int(Random() % 60000), Distance));
    }
    const DependenceGraph G(Nodes, Es);
    const std::optional<CriticalCycle> C = maximumCycleRatio(G);
    ASSERT_TRUE(C.has_value()) << "round " << Round;
    checkWitness(G, *C);
    ASSERT_FALSE(exceeds(G, C->Ratio)) << "round " << Round;
  }
}

TEST(CycleRatio, LongCycle) {
  constexpr uint32_t Nodes = 20000;
  Edges Es{edge(Nodes - 1, 0, 1, 1)};
  for (uint32_t N = 0; N + 1 != Nodes; ++N) {
    Es.push_back(edge(N, N + 1, 4, 0));
    Es.push_back(edge(N, N, 3, 1));
  }
  const DependenceGraph G(Nodes, Es);
  const std::optional<CriticalCycle> C = maximumCycleRatio(G);
  ASSERT_TRUE(C.has_value());
  EXPECT_EQ(C->Ratio, Rational(4 * (Nodes - 1) + 1));
  EXPECT_EQ(C->Edges.size(), Nodes);
}

} // namespace
