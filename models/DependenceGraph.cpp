//===- DependenceGraph.cpp - Who waits for whom, and how long ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

namespace {

/// Where a location's value comes from: a node and one of its writes.
struct Producer {
  static constexpr uint32_t None = ~0u;
  uint32_t Node = None;
  const UopWrite *Write = nullptr;
};

/// Walks a kernel in program order and adds its edges.
class GraphBuilder {
public:
  GraphBuilder(const Kernel &K, std::vector<DependenceEdge> &Edges)
      : K(K), Edges(Edges), Last(K.Locations.size()) {}

  void build();

private:
  void addUops(ArrayRef<Uop> Uops, uint32_t Node);
  void addMemory();

  const Kernel &K;
  std::vector<DependenceEdge> &Edges;
  /// Index of the first node of each instruction.
  SmallVector<uint32_t, 64> FirstNodes;
  /// The last write so far to each location.
  std::vector<Producer> Last;
  /// Reads that found no write before them in the iteration.
  SmallVector<std::pair<uint32_t, const UopRead *>, 16> Open;
};

} // namespace

int32_t takt::dependenceLatency(const UopWrite &W, const UopRead &R) {
  const Bypass *Any = nullptr, *Exact = nullptr;
  for (const Bypass &B : R.Bypasses) {
    if (B.Together)
      continue;
    if (B.Producer == 0)
      Any = Any ? Any : &B;
    else if (B.Producer == W.WriteClass)
      Exact = Exact ? Exact : &B;
  }
  const Bypass *B = Exact ? Exact : Any;
  return std::max(0, int32_t(W.Latency) - (B ? B->Cycles : 0));
}

static DependenceEdge makeEdge(const Producer &P, uint32_t Target,
                               const UopRead &R, uint32_t Distance) {
  return {P.Node,   Target, dependenceLatency(*P.Write, R),
          Distance, R.Loc,  false};
}

void GraphBuilder::build() {
  uint32_t Node = 0;
  for (const KernelInstr &I : K.Instrs) {
    FirstNodes.push_back(Node);
    ArrayRef<Uop> Uops = I.Uops;
    const size_t Merges =
        find_if(Uops, [](const Uop &U) { return !U.Merge; }) - Uops.begin();
    addUops(Uops.take_front(Merges), Node);
    addUops(Uops.drop_front(Merges), Node + Merges);
    for (const Uop &Op : Uops)
      for (const UopWrite &W : Op.Writes)
        if (K.Locations[W.Loc].Internal)
          Last[W.Loc] = Producer();
    Node += Uops.size();
  }
  for (const auto &[Reader, R] : Open)
    if (Last[R->Loc].Node != Producer::None)
      Edges.push_back(makeEdge(Last[R->Loc], Reader, *R, 1));
  addMemory();
}

/// µops of which none sees what another one writes, internal values aside.
void GraphBuilder::addUops(ArrayRef<Uop> Uops, uint32_t Node) {
  for (const auto &[U, Op] : enumerate(Uops)) {
    for (const UopRead &R : Op.Reads) {
      if (Last[R.Loc].Node != Producer::None)
        Edges.push_back(makeEdge(Last[R.Loc], Node + U, R, 0));
      else if (!K.Locations[R.Loc].Internal)
        Open.push_back({Node + U, &R});
    }
    // Internal values are seen by the next µop, others by the next
    // instruction.
    for (const UopWrite &W : Op.Writes)
      if (K.Locations[W.Loc].Internal)
        Last[W.Loc] = {uint32_t(Node + U), &W};
  }
  for (const auto &[U, Op] : enumerate(Uops))
    for (const UopWrite &W : Op.Writes)
      Last[W.Loc] = {uint32_t(Node + U), &W};
}

void GraphBuilder::addMemory() {
  for (const MemoryDependence &D : K.MemoryDependences) {
    const KernelInstr &Store = K.Instrs[D.Store], &Load = K.Instrs[D.Load];
    for (const auto &[S, StoreUop] : enumerate(Store.Uops)) {
      const bool Data = StoreUop.Kind == UopKind::StoreData;
      const bool Address = StoreUop.Kind == UopKind::StoreAddress;
      if (!Data && (!Address || D.Renamed))
        continue;
      const int32_t Latency = Data ? D.Latency : D.AddressLatency;
      for (const auto &[L, LoadUop] : enumerate(Load.Uops)) {
        if (LoadUop.Kind != UopKind::Load)
          continue;
        // The slowest result, so that no user of a faster one waits too long:
        // this must stay a lower bound.
        int32_t Own = 0;
        for (const UopWrite &W : LoadUop.Writes)
          Own = std::max<int32_t>(Own, W.Latency);
        Edges.push_back({uint32_t(FirstNodes[D.Store] + S),
                         uint32_t(FirstNodes[D.Load] + L), Latency - Own,
                         D.Distance, 0, true});
      }
    }
  }
}

DependenceGraph::DependenceGraph(const Kernel &K) {
  for (const auto &[I, Instr] : enumerate(K.Instrs))
    for (uint32_t U = 0, E = Instr.Uops.size(); U != E; ++U)
      Nodes.push_back({uint32_t(I), U});
  GraphBuilder(K, Edges).build();
  sortEdges();
}

DependenceGraph::DependenceGraph(uint32_t NumNodes,
                                 std::vector<DependenceEdge> TheEdges)
    : Edges(std::move(TheEdges)) {
  for (uint32_t N = 0; N != NumNodes; ++N)
    Nodes.push_back({N, 0});
  sortEdges();
}

void DependenceGraph::sortEdges() {
  First.assign(Nodes.size() + 1, 0);
  for (const DependenceEdge &E : Edges)
    ++First[E.Source + 1];
  for (size_t N = 0; N != Nodes.size(); ++N)
    First[N + 1] += First[N];
  std::vector<uint32_t> Next(First.begin(), First.end() - 1);
  std::vector<DependenceEdge> Sorted(Edges.size());
  for (const DependenceEdge &E : Edges)
    Sorted[Next[E.Source]++] = E;
  Edges = std::move(Sorted);
}
