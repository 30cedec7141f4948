//===- DensestSet.cpp - The busiest set of resources ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DensestSet.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <vector>

using namespace llvm;
using namespace takt;

/// Cycles of the demands that fit only within \p Set.
static uint64_t cyclesWithin(ArrayRef<Demand> Demands, ResourceMask Set) {
  uint64_t Cycles = 0;
  for (const Demand &D : Demands)
    if ((D.Resources & ~Set) == 0)
      Cycles += D.Cycles;
  return Cycles;
}

static Rational density(ArrayRef<Demand> Demands, ResourceMask Set) {
  return Rational(cyclesWithin(Demands, Set), llvm::popcount(Set));
}

//===----------------------------------------------------------------------===//
// All unions
//===----------------------------------------------------------------------===//

/// All unions of one or more of the demanded sets; nothing if more than \p
/// Limit.
static SmallVector<ResourceMask, 64> unionsOf(ArrayRef<Demand> Demands,
                                              size_t Limit) {
  SmallVector<ResourceMask, 64> Unions;
  SmallDenseSet<ResourceMask, 64> Seen;
  for (const Demand &D : Demands) {
    // The empty union together with the ones found so far.
    for (size_t I = 0, E = Unions.size(); I <= E; ++I) {
      const ResourceMask U = D.Resources | (I == E ? 0 : Unions[I]);
      // DenseSet reserves the two largest keys. The full set may come twice,
      // which does no harm; the other is never confused with it.
      if (U < ~ResourceMask(1) ? !Seen.insert(U).second : false)
        continue;
      if (Unions.size() == Limit)
        return {};
      Unions.push_back(U);
    }
  }
  return Unions;
}

std::optional<DensestSet> takt::densestSetByUnions(ArrayRef<Demand> Demands,
                                                   size_t Limit) {
  const SmallVector<ResourceMask, 64> Unions = unionsOf(Demands, Limit);
  if (Unions.empty())
    return std::nullopt;
  DensestSet Best;
  for (ResourceMask U : Unions) {
    const Rational D = density(Demands, U);
    if (D > Best.Density)
      Best = {D, U};
    else if (D == Best.Density)
      Best.Resources |= U;
  }
  return Best;
}

//===----------------------------------------------------------------------===//
// Minimum cuts
//===----------------------------------------------------------------------===//

namespace {

/// The network source -> demand -> its resources -> sink, and its maximum flow
/// by Dinic's algorithm. Level graphs are shallow, since every second node of a
/// path is a resource.
class Network {
public:
  /// Each demand supplies \p Factor * Cycles, each resource takes \p Capacity.
  Network(ArrayRef<Demand> Demands, int64_t Factor, int64_t Capacity);

  /// The largest set of resources on the source's side of a minimum cut.
  ResourceMask largestSourceSide();

private:
  struct Arc {
    uint32_t Target;
    uint32_t Reverse; ///< index of the opposite arc in Arcs[Target]
    int64_t Room;
  };
  static constexpr uint32_t Source = 0, Sink = 1, FirstResource = 2;
  static constexpr uint32_t FirstDemand = FirstResource + 64;
  static constexpr int64_t Unlimited = INT64_MAX / 2;

  void connect(uint32_t From, uint32_t To, int64_t Capacity);
  bool findLevels();
  int64_t push(uint32_t Node, int64_t Limit);

  ResourceMask All = 0;
  std::vector<SmallVector<Arc, 8>> Arcs;
  std::vector<uint32_t> Level, Next;
};

} // namespace

Network::Network(ArrayRef<Demand> Demands, int64_t Factor, int64_t Capacity)
    : Arcs(FirstDemand + Demands.size()) {
  for (const auto &[I, D] : enumerate(Demands)) {
    All |= D.Resources;
    connect(Source, FirstDemand + I, Factor * int64_t(D.Cycles));
    for (ResourceMask M = D.Resources; M; M &= M - 1)
      connect(FirstDemand + I, FirstResource + llvm::countr_zero(M), Unlimited);
  }
  for (ResourceMask M = All; M; M &= M - 1)
    connect(FirstResource + llvm::countr_zero(M), Sink, Capacity);
}

void Network::connect(uint32_t From, uint32_t To, int64_t Capacity) {
  Arcs[From].push_back({To, uint32_t(Arcs[To].size()), Capacity});
  Arcs[To].push_back({From, uint32_t(Arcs[From].size() - 1), 0});
}

bool Network::findLevels() {
  Level.assign(Arcs.size(), ~0u);
  Level[Source] = 0;
  SmallVector<uint32_t, 64> Queue{Source};
  for (size_t Head = 0; Head != Queue.size(); ++Head)
    for (const Arc &A : Arcs[Queue[Head]])
      if (A.Room > 0 && Level[A.Target] == ~0u) {
        Level[A.Target] = Level[Queue[Head]] + 1;
        Queue.push_back(A.Target);
      }
  return Level[Sink] != ~0u;
}

/// Pushes up to \p Limit from \p Node to the sink. \returns how much.
int64_t Network::push(uint32_t Node, int64_t Limit) {
  if (Node == Sink)
    return Limit;
  int64_t Pushed = 0;
  for (; Next[Node] != Arcs[Node].size(); ++Next[Node]) {
    Arc &A = Arcs[Node][Next[Node]];
    if (A.Room == 0 || Level[A.Target] != Level[Node] + 1)
      continue;
    const int64_t Step = push(A.Target, std::min(Limit - Pushed, A.Room));
    A.Room -= Step;
    Arcs[A.Target][A.Reverse].Room += Step;
    Pushed += Step;
    if (Pushed == Limit)
      break;
  }
  return Pushed;
}

ResourceMask Network::largestSourceSide() {
  while (findLevels()) {
    Next.assign(Arcs.size(), 0);
    push(Source, Unlimited);
  }
  // Everything that cannot reach the sink any more.
  std::vector<bool> Reaches(Arcs.size());
  Reaches[Sink] = true;
  SmallVector<uint32_t, 64> Queue{Sink};
  for (size_t Head = 0; Head != Queue.size(); ++Head)
    for (const Arc &A : Arcs[Queue[Head]])
      if (!Reaches[A.Target] && Arcs[A.Target][A.Reverse].Room > 0) {
        Reaches[A.Target] = true;
        Queue.push_back(A.Target);
      }
  ResourceMask Side = 0;
  for (ResourceMask M = All; M; M &= M - 1)
    if (!Reaches[FirstResource + llvm::countr_zero(M)])
      Side |= M & -M;
  return Side;
}

DensestSet takt::densestSetByCuts(ArrayRef<Demand> Demands) {
  DensestSet Best;
  for (const Demand &D : Demands)
    Best.Resources |= D.Resources;
  Best.Density = density(Demands, Best.Resources);
  // The cut maximises q * cycles(S) - p * |S| for the density p/q reached so
  // far. A positive value is a denser set, and a smaller one, so there are at
  // most 64 rounds; 0 means that no set is denser.
  while (true) {
    const ResourceMask S =
        Network(Demands, Best.Density.den(), Best.Density.num())
            .largestSourceSide();
    const Rational D = density(Demands, S);
    Best.Resources = S;
    if (D == Best.Density)
      return Best;
    Best.Density = D;
  }
}
