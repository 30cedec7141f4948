//===- ListSchedule.cpp - Orders made front to back -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace takt;

namespace {
/// Makes a list schedule, region by region.
class ListScheduler {
public:
  ListScheduler(const OrderGraph &G, OrderPriority By,
                ArrayRef<OrderDemand> Demand, const DispatchLimits &Limits)
      : G(G), By(By), Demand(Demand), Limits(Limits), Waiting(G.size(), 0),
        Taken(Limits.QueueWidths.size(), 0),
        Left(Limits.QueueWidths.size(), 0) {
    for (unsigned N = 0; N != G.size(); ++N) {
      for (unsigned After : G.after(N))
        ++Waiting[After];
      for (unsigned Queue : Demand[N].Queues)
        ++Left[Queue];
    }
    Total = Left;
  }

  NodeOrder run() {
    for (unsigned First = 0, Last; First != G.size(); First = Last) {
      Last = First;
      SmallVector<unsigned, 32> Ready;
      while (Last != G.size() && G[Last].Region == G[First].Region) {
        if (!Waiting[Last])
          Ready.push_back(Last);
        ++Last;
      }
      while (!Ready.empty())
        place(Ready);
    }
    return std::move(Order);
  }

private:
  void place(SmallVectorImpl<unsigned> &Ready) {
    unsigned *Best = choose(Ready);
    if (!Best) {
      Uops = 0;
      std::fill(Taken.begin(), Taken.end(), 0);
      Best = choose(Ready);
    }
    // What does not even fit into an empty cycle takes it whole.
    if (!Best)
      Best = Ready.begin();
    const unsigned N = *Best;
    Ready.erase(Best);
    take(N);
    Order.push_back(N);
    for (unsigned After : G.after(N))
      if (--Waiting[After] == 0)
        Ready.insert(std::upper_bound(Ready.begin(), Ready.end(), After),
                     After);
  }

  bool fits(unsigned N) const {
    if (Uops + Demand[N].Uops > Limits.Width)
      return false;
    SmallVector<unsigned, 8> More(Taken);
    return all_of(Demand[N].Queues, [&](unsigned Queue) {
      return ++More[Queue] <= Limits.QueueWidths[Queue];
    });
  }

  void take(unsigned N) {
    Uops += Demand[N].Uops;
    for (unsigned Queue : Demand[N].Queues) {
      ++Taken[Queue];
      --Left[Queue];
    }
  }

  /// The largest share that is left of the queues that \p N goes to.
  double shareLeft(unsigned N) const {
    double Most = 0;
    for (unsigned Queue : Demand[N].Queues)
      Most = std::max(Most, double(Left[Queue]) / Total[Queue]);
    return Most;
  }

  /// In \p Ready, which is in the order of the code; null: none fits.
  unsigned *choose(SmallVectorImpl<unsigned> &Ready) const {
    const bool Packed =
        By == OrderPriority::Packed || By == OrderPriority::PackedHeight;
    unsigned *Best = nullptr;
    for (unsigned &N : Ready) {
      if (Packed && !fits(N))
        continue;
      if (!Best || isBetter(N, *Best))
        Best = &N;
    }
    return Best;
  }

  bool isBetter(unsigned N, unsigned Than) const {
    switch (By) {
    case OrderPriority::Height:
    case OrderPriority::PackedHeight:
      return G[N].Height > G[Than].Height;
    case OrderPriority::Packed:
      return false;
    case OrderPriority::Even:
      return shareLeft(N) > shareLeft(Than);
    case OrderPriority::Last:
      return N > Than;
    }
    llvm_unreachable("unknown priority");
  }

  const OrderGraph &G;
  const OrderPriority By;
  const ArrayRef<OrderDemand> Demand;
  const DispatchLimits &Limits;
  NodeOrder Order;
  /// Nodes of the region that must come before each.
  SmallVector<unsigned, 64> Waiting;
  /// In this cycle of dispatch.
  unsigned Uops = 0;
  SmallVector<unsigned, 8> Taken;
  /// By queue, of the whole loop.
  SmallVector<unsigned, 8> Left, Total;
};
} // namespace

NodeOrder takt::listSchedule(const OrderGraph &G, OrderPriority By,
                             ArrayRef<OrderDemand> Demand,
                             const DispatchLimits &Limits) {
  return ListScheduler(G, By, Demand, Limits).run();
}
