//===- OrderSearch.cpp - A faster order of instructions ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace takt;

OrderJudge::~OrderJudge() = default;

/// Places by which an instruction is moved at most: more than a few cycles of
/// dispatch away it meets the same neighbours as nearer by.
static constexpr int MostPlaces = 8;

namespace {
class Climber {
public:
  Climber(const OrderGraph &G, OrderJudge &Judge, const OrderCost &Original,
          Rational Floor)
      : G(G), Judge(Judge), Floor(Floor) {
    Best.Order.resize(G.size());
    std::iota(Best.Order.begin(), Best.Order.end(), 0);
    Best.Cost = Original;
  }

  /// Takes \p Order if it needs fewer cycles.
  void offer(NodeOrder Order) {
    if (done())
      return;
    const std::optional<OrderCost> Cost = Judge.cost(Order, Best.Cost.Cycles);
    if (Cost && Cost->Cycles < Best.Cost.Cycles)
      Best = {std::move(Order), *Cost};
  }

  /// Moves single instructions for as long as that gains.
  void climb() {
    for (bool Gained = true; Gained && !done();) {
      Gained = false;
      for (unsigned N = 0; N != G.size() && !done(); ++N)
        Gained |= improve(N);
    }
  }

  /// Undoes what gains nothing: torn pairs first, then whatever moved.
  void tidy() {
    for (bool Changed = true; Changed && !Judge.exhausted();) {
      Changed = false;
      for (unsigned N = 0; N != G.size() && !Judge.exhausted(); ++N)
        Changed |= restore(N);
    }
  }

  FoundOrder Best;

private:
  bool done() const { return Judge.exhausted() || Best.Cost.Cycles <= Floor; }

  unsigned placeOf(unsigned N) const {
    return find(Best.Order, N) - Best.Order.begin();
  }

  /// Best's order with what is at \p From at \p To; empty if it may not.
  NodeOrder moved(unsigned From, unsigned To) const {
    NodeOrder Order = Best.Order;
    const unsigned N = Order[From];
    const int Step = From < To ? 1 : -1;
    for (unsigned P = From; P != To; P += Step) {
      const unsigned Other = Order[P + Step];
      if (G[Other].Region != G[N].Region ||
          (Step > 0 ? G.isEdge(N, Other) : G.isEdge(Other, N)))
        return {};
      Order[P] = Other;
    }
    Order[To] = N;
    return Order;
  }

  /// Moves \p N to where it gains, the nearest such place.
  bool improve(unsigned N) {
    const int From = placeOf(N), Size = G.size();
    for (int Step : {-1, 1})
      for (int By = 1; By <= MostPlaces && !done(); ++By) {
        const int To = From + Step * By;
        if (To < 0 || To >= Size)
          break;
        NodeOrder Order = moved(From, To);
        if (Order.empty())
          break;
        // One place down is one place up for its neighbour.
        if (Step > 0 && By == 1)
          continue;
        const Rational Before = Best.Cost.Cycles;
        offer(std::move(Order));
        if (Best.Cost.Cycles < Before)
          return true;
      }
    return false;
  }

  /// Moves \p N nearer to where it was if that costs nothing.
  bool restore(unsigned N) {
    const unsigned From = placeOf(N);
    if (From == N)
      return false;
    NodeOrder Order;
    // As near as it may.
    for (unsigned To = N; To != From && Order.empty(); To += From < To ? -1 : 1)
      Order = moved(From, To);
    if (Order.empty())
      return false;
    // It must not push others further away in exchange.
    if (distance(Order) >= distance(Best.Order))
      return false;
    const Rational NoMore = Best.Cost.Cycles + Rational(1, 1 << 20);
    const std::optional<OrderCost> Cost = Judge.cost(Order, NoMore);
    if (!Cost || Cost->Cycles > Best.Cost.Cycles || Cost->Torn > Best.Cost.Torn)
      return false;
    Best = {std::move(Order), *Cost};
    return true;
  }

  static uint64_t distance(ArrayRef<unsigned> Order) {
    uint64_t Sum = 0;
    for (unsigned Place = 0; Place != Order.size(); ++Place)
      Sum += Order[Place] > Place ? Order[Place] - Place : Place - Order[Place];
    return Sum;
  }

  const OrderGraph &G;
  OrderJudge &Judge;
  const Rational Floor;
};
} // namespace

FoundOrder takt::searchOrder(const OrderGraph &G, OrderJudge &Judge,
                             const OrderCost &Original, Rational Floor,
                             ArrayRef<OrderDemand> Demand,
                             const DispatchLimits &Limits) {
  Climber C(G, Judge, Original, Floor);
  for (OrderPriority By : {OrderPriority::Packed, OrderPriority::PackedHeight,
                           OrderPriority::Even, OrderPriority::Height})
    C.offer(listSchedule(G, By, Demand, Limits));
  C.climb();
  if (C.Best.Cost.Cycles < Original.Cycles)
    C.tidy();
  return std::move(C.Best);
}
