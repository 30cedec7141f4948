//===- OrderTest.cpp - Orders of instructions -----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "order/OrderedLoop.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace takt;

namespace {

std::vector<unsigned> list(const NodeOrder &Order) {
  return {Order.begin(), Order.end()};
}

/// Nodes of one region, without edges.
OrderGraph freeGraph(unsigned Size) {
  OrderGraph G;
  for (unsigned N = 0; N != Size; ++N)
    G.addNode(nullptr, 0);
  return G;
}

/// A cycle for each node that is next to one of its own kind, and one for all.
class NeighbourJudge final : public OrderJudge {
public:
  explicit NeighbourJudge(std::vector<char> Kinds, unsigned Most = 100000)
      : Kinds(std::move(Kinds)), Left(Most) {}
  std::optional<OrderCost> cost(ArrayRef<unsigned> Order,
                                Rational Below) override {
    --Left;
    const Rational Cycles = cyclesOf(Order);
    if (Cycles >= Below)
      return std::nullopt;
    return OrderCost{Cycles, 0};
  }
  bool exhausted() const override { return Left == 0; }
  Rational cyclesOf(ArrayRef<unsigned> Order) const {
    int64_t Cycles = 1;
    for (unsigned P = 1; P < Order.size(); ++P)
      Cycles += Kinds[Order[P]] == Kinds[Order[P - 1]];
    return Cycles;
  }

  std::vector<char> Kinds;
  unsigned Left;
};

TEST(OrderGraph, AllowsWhatEdgesAndRegionsDo) {
  OrderGraph G;
  for (unsigned Region : {0, 0, 0, 1, 2})
    G.addNode(nullptr, Region);
  G.addEdge(0, 2);
  EXPECT_TRUE(G.isFlexible());
  EXPECT_TRUE(G.allows({0, 1, 2, 3, 4}));
  EXPECT_TRUE(G.allows({1, 0, 2, 3, 4}));
  EXPECT_FALSE(G.allows({2, 1, 0, 3, 4})) << "an edge";
  EXPECT_FALSE(G.allows({0, 1, 3, 2, 4})) << "another region";
  EXPECT_FALSE(G.allows({0, 0, 2, 3, 4})) << "twice";
  EXPECT_FALSE(G.allows({0, 1, 2, 3})) << "one is missing";
}

TEST(OrderGraph, IsNotFlexibleAlongAChain) {
  OrderGraph G = freeGraph(3);
  G.addEdge(0, 1);
  G.addEdge(1, 2);
  EXPECT_FALSE(G.isFlexible());
}

TEST(OrderGraph, HeightsAreLongestPaths) {
  OrderGraph G = freeGraph(4);
  G.addEdge(0, 1, 3);
  G.addEdge(0, 2, 1);
  G.addEdge(1, 3, 2);
  G.addEdge(2, 3, 9);
  G.findHeights();
  EXPECT_EQ(G[0].Height, 10u);
  EXPECT_EQ(G[1].Height, 2u);
  EXPECT_EQ(G[2].Height, 9u);
  EXPECT_EQ(G[3].Height, 0u);
}

TEST(ListSchedule, Priorities) {
  // Three µops for queue 0, three for queue 1; two a cycle, one for each queue.
  OrderGraph G = freeGraph(6);
  std::vector<OrderDemand> Demand(6);
  for (unsigned N = 0; N != 6; ++N) {
    Demand[N].Uops = 1;
    Demand[N].Queues = {N / 3};
  }
  DispatchLimits L;
  L.Width = 2;
  L.QueueWidths = {1, 1};
  EXPECT_EQ(list(listSchedule(G, OrderPriority::Packed, Demand, L)),
            (std::vector<unsigned>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(list(listSchedule(G, OrderPriority::Even, Demand, L)),
            (std::vector<unsigned>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(list(listSchedule(G, OrderPriority::Last, Demand, L)),
            (std::vector<unsigned>{5, 4, 3, 2, 1, 0}));
  G.addEdge(2, 5, 4);
  G.addEdge(1, 4, 1);
  G.findHeights();
  EXPECT_EQ(list(listSchedule(G, OrderPriority::Height, Demand, L)),
            (std::vector<unsigned>{2, 1, 0, 3, 4, 5}));
  EXPECT_EQ(list(listSchedule(G, OrderPriority::PackedHeight, Demand, L)),
            (std::vector<unsigned>{2, 3, 1, 4, 0, 5}));
  // What needs more than a cycle has goes all the same.
  Demand[0].Uops = 5;
  EXPECT_EQ(listSchedule(G, OrderPriority::Packed, Demand, L).size(), 6u);
}

TEST(OrderSearch, FindsTheBestAndMovesNoMore) {
  const OrderGraph G = freeGraph(6);
  NeighbourJudge Judge({'a', 'a', 'b', 'b', 'a', 'b'});
  const std::vector<OrderDemand> Demand(6);
  const FoundOrder Found = searchOrder(G, Judge, {3, 0}, 1, Demand, {});
  EXPECT_EQ(Found.Cost.Cycles, Rational(1));
  EXPECT_EQ(Judge.cyclesOf(Found.Order), Rational(1));
  // One instruction had to move, by a place or two.
  unsigned Moved = 0;
  for (unsigned P = 0; P != 6; ++P)
    Moved += Found.Order[P] != P;
  EXPECT_LE(Moved, 3u);
}

TEST(OrderSearch, KeepsTheOrderOfTheCodeWithoutGainOrBudget) {
  const OrderGraph G = freeGraph(4);
  const std::vector<OrderDemand> Demand(4);
  NeighbourJudge Alike({'a', 'a', 'a', 'a'});
  EXPECT_EQ(list(searchOrder(G, Alike, {4, 0}, 1, Demand, {}).Order),
            (std::vector<unsigned>{0, 1, 2, 3}));
  NeighbourJudge Poor({'a', 'a', 'b', 'b'}, 0);
  EXPECT_EQ(list(searchOrder(G, Poor, {3, 0}, 1, Demand, {}).Order),
            (std::vector<unsigned>{0, 1, 2, 3}));
}

TEST(OrderSearch, OnlyFindsWhatIsAllowed) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 300; ++Try) {
    OrderGraph G;
    const unsigned Size = 1 + Random() % 12;
    unsigned Region = 0;
    std::vector<char> Kinds;
    for (unsigned N = 0; N != Size; ++N) {
      Region += Random() % 5 == 0;
      G.addNode(nullptr, Region);
      Kinds.push_back('a' + Random() % 3);
      for (unsigned Before = 0; Before != N; ++Before)
        if (Random() % 4 == 0 && G[Before].Region == Region)
          G.addEdge(Before, N, Random() % 4);
    }
    G.findHeights();
    std::vector<OrderDemand> Demand(Size);
    for (OrderDemand &D : Demand) {
      D.Uops = Random() % 3;
      D.Queues.assign(D.Uops, Random() % 2);
    }
    DispatchLimits L;
    L.Width = 2;
    L.QueueWidths = {1, 2};
    for (OrderPriority By : {OrderPriority::Height, OrderPriority::Packed,
                             OrderPriority::PackedHeight, OrderPriority::Even,
                             OrderPriority::Last})
      EXPECT_TRUE(G.allows(listSchedule(G, By, Demand, L)));
    NeighbourJudge Judge(Kinds);
    NodeOrder Identity;
    for (unsigned N = 0; N != Size; ++N)
      Identity.push_back(N);
    const Rational Before = Judge.cyclesOf(Identity);
    const FoundOrder Found = searchOrder(G, Judge, {Before, 0}, 1, Demand, L);
    EXPECT_TRUE(G.allows(Found.Order));
    EXPECT_EQ(Judge.cyclesOf(Found.Order), Found.Cost.Cycles);
    EXPECT_LE(Found.Cost.Cycles, Before);
  }
}

TEST(DispatchDependsOnOrder, FollowsFromTheDescription) {
  Cpu C;
  EXPECT_FALSE(dispatchDependsOnOrder(C));
  C.Queues.push_back({"all", 1, std::nullopt, 10, std::nullopt});
  EXPECT_FALSE(dispatchDependsOnOrder(C));
  C.Queues.back().Width = 2;
  EXPECT_TRUE(dispatchDependsOnOrder(C));
  C.Queues.clear();
  C.Rename.Ports = PortChoice::EightPorts;
  EXPECT_TRUE(dispatchDependsOnOrder(C));
  C.Rename.Ports = PortChoice::AtDispatch;
  C.Fetch.Kind = FrontEndKind::NoCross;
  EXPECT_TRUE(dispatchDependsOnOrder(C));
  C.Fetch.Kind = FrontEndKind::DispatchQueues;
  EXPECT_TRUE(dispatchDependsOnOrder(C));
}

} // namespace
