//===- CycleRatio.cpp - Exact maximum cycle ratio ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Howard's policy iteration. A policy picks one outgoing edge per node; its
/// best cycle gives a ratio P/Q, and each node the value of its path to that
/// cycle under the edge weights Q * latency - P * distance. An edge that would
/// raise the value of its source replaces the policy there. When none does, the
/// values are a potential under which no edge is positive; summed over any
/// cycle that says Q * latency - P * distance <= 0, which proves P/Q maximal
/// (it is the test by which Bellman and Ford exclude a positive cycle).
///
/// Termination: a cycle of a new policy contains a raised edge, then its weight
/// is positive and the ratio grows; or it is the old cycle, then it is the only
/// one and the values grow. Both can happen finitely often. Everything is in
/// integers, so no rounding can break this.
///
//===----------------------------------------------------------------------===//

#include "takt/models/DependenceGraph.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

namespace {

__extension__ using Int128 = __int128;

/// An edge inside a component, its ends renumbered.
struct LocalEdge {
  uint32_t Source, Target;
  int32_t Latency;
  uint32_t Distance;
  uint32_t Id; ///< index into DependenceGraph::edges()
};

/// A strongly connected component with its inner edges. Nodes are numbered in
/// program order, edges are sorted by source.
struct Component {
  std::vector<LocalEdge> Edges;
  std::vector<uint32_t> Out;      ///< first edge of each node, and the end
  std::vector<uint32_t> In;       ///< first index into Incoming, and the end
  std::vector<uint32_t> Incoming; ///< edges sorted by target

  uint32_t size() const { return Out.size() - 1; }
  void indexIncoming();
};

/// Policy iteration on one component; \p Int holds the values of all paths.
template <typename Int> class Howard {
public:
  explicit Howard(const Component &C)
      : C(C), Policy(C.size()), Value(C.size()), Mark(C.size()) {}

  CriticalCycle run();

private:
  void start();
  void findBestCycle();
  void evaluate();
  bool improve();

  Int weight(const LocalEdge &E) const {
    return Int(Q) * E.Latency - Int(P) * E.Distance;
  }
  const LocalEdge &policy(uint32_t N) const { return C.Edges[Policy[N]]; }

  const Component &C;
  std::vector<uint32_t> Policy; ///< edge by which each node is left
  std::vector<Int> Value;
  std::vector<uint32_t> Mark;
  std::vector<uint32_t> Queue;
  int64_t P = 0, Q = 1; ///< the ratio of the best cycle
  uint32_t Root = 0;    ///< the first node of the best cycle
};

} // namespace

void Component::indexIncoming() {
  In.assign(size() + 1, 0);
  for (const LocalEdge &E : Edges)
    ++In[E.Target + 1];
  for (uint32_t N = 0; N != size(); ++N)
    In[N + 1] += In[N];
  Incoming.resize(Edges.size());
  std::vector<uint32_t> Next(In.begin(), In.end() - 1);
  for (const auto &[I, E] : enumerate(Edges))
    Incoming[Next[E.Target]++] = I;
}

/// Begins with the longest path to the end of the iteration: with edges of
/// distance 0 leading forward, one sweep from the last node finds it, and most
/// critical recurrences lie on it.
template <typename Int> void Howard<Int>::start() {
  for (uint32_t N = C.size(); N-- > 0;) {
    bool First = true;
    for (uint32_t I = C.Out[N]; I != C.Out[N + 1]; ++I) {
      const LocalEdge &E = C.Edges[I];
      const Int V = E.Latency + (E.Distance == 0 ? Value[E.Target] : Int(0));
      if (First || V > Value[N]) {
        Value[N] = V;
        Policy[N] = I;
        First = false;
      }
    }
  }
}

/// Sets P, Q and Root to the best cycle of the policy.
template <typename Int> void Howard<Int>::findBestCycle() {
  std::fill(Mark.begin(), Mark.end(), 0);
  bool Found = false;
  for (uint32_t Begin = 0; Begin != C.size(); ++Begin) {
    uint32_t N = Begin;
    while (Mark[N] == 0) {
      Mark[N] = Begin + 1;
      N = policy(N).Target;
    }
    if (Mark[N] != Begin + 1)
      continue; // It ran into a path that was followed before.
    // N is on a new cycle.
    int64_t Latency = 0, Distance = 0;
    uint32_t Least = N, M = N;
    do {
      Latency += policy(M).Latency;
      Distance += policy(M).Distance;
      Least = std::min(Least, M);
      M = policy(M).Target;
    } while (M != N);
    assert(Distance > 0 && "cycle within one iteration");
    if (!Found || Int128(Latency) * Q > Int128(P) * Distance) {
      const Rational Ratio(Latency, Distance);
      P = Ratio.num();
      Q = Ratio.den();
      Root = Least;
      Found = true;
    }
  }
}

/// The values of all nodes under the policy. Nodes whose policy leads to
/// another cycle are led to the best one instead.
template <typename Int> void Howard<Int>::evaluate() {
  std::fill(Mark.begin(), Mark.end(), 0);
  Queue.assign(1, Root);
  Mark[Root] = 1;
  Value[Root] = 0;
  for (const bool AnyEdge : {false, true}) {
    if (Queue.size() == C.size())
      return;
    // The queue keeps all nodes reached so far; the second round starts over.
    for (size_t Head = 0; Head != Queue.size(); ++Head) {
      const uint32_t N = Queue[Head];
      for (uint32_t I = C.In[N]; I != C.In[N + 1]; ++I) {
        const uint32_t Id = C.Incoming[I];
        const LocalEdge &E = C.Edges[Id];
        if (Mark[E.Source] || (!AnyEdge && Policy[E.Source] != Id))
          continue;
        Mark[E.Source] = 1;
        Policy[E.Source] = Id;
        Value[E.Source] = weight(E) + Value[N];
        Queue.push_back(E.Source);
      }
    }
  }
}

/// Follows every edge that raises its source's value. \returns false if there
/// is none: then the ratio is proved maximal.
template <typename Int> bool Howard<Int>::improve() {
  bool Changed = false;
  for (uint32_t N = C.size(); N-- > 0;) {
    for (uint32_t I = C.Out[N]; I != C.Out[N + 1]; ++I) {
      const Int V = weight(C.Edges[I]) + Value[C.Edges[I].Target];
      if (V <= Value[N])
        continue;
      Value[N] = V;
      Policy[N] = I;
      Changed = true;
    }
  }
  return Changed;
}

template <typename Int> CriticalCycle Howard<Int>::run() {
  start();
  do {
    findBestCycle();
    evaluate();
  } while (improve());
  CriticalCycle R;
  R.Ratio = Rational(P, Q);
  uint32_t N = Root;
  do {
    R.Edges.push_back(policy(N).Id);
    N = policy(N).Target;
  } while (N != Root);
  return R;
}

static CriticalCycle solve(Component &C) {
  // The ratio is at most N * L / 1 and has a denominator of at most N * D, so a
  // weight is at most 2 * N * L * D; a path has N edges, and one sweep of
  // improvements adds at most as many again.
  Int128 L = 1, D = 1;
  for (const LocalEdge &E : C.Edges) {
    L = std::max<Int128>(L, std::abs(int64_t(E.Latency)));
    D = std::max<Int128>(D, E.Distance);
  }
  C.indexIncoming();
  if (4 * Int128(C.size()) * C.size() * L * D < (Int128(1) << 62))
    return Howard<int64_t>(C).run();
  return Howard<Int128>(C).run();
}

//===----------------------------------------------------------------------===//
// Strongly connected components
//===----------------------------------------------------------------------===//

namespace {

/// A node for LLVM's SCC iterator. The number behind the last node is a root
/// from which all nodes are reached.
using GraphNode = std::pair<const DependenceGraph *, uint32_t>;

/// The successors of a node: targets of edges, or for the root simply all
/// nodes.
class SuccessorIterator
    : public iterator_facade_base<SuccessorIterator, std::forward_iterator_tag,
                                  GraphNode, std::ptrdiff_t, GraphNode *,
                                  GraphNode> {
public:
  SuccessorIterator(GraphNode N, bool End) : G(N.first) {
    IsRoot = N.second == G->nodes().size();
    if (IsRoot)
      Index = End ? N.second : 0;
    else
      Index = G->firstEdge(N.second + End);
  }
  using iterator_facade_base::operator++;
  bool operator==(const SuccessorIterator &O) const { return Index == O.Index; }
  GraphNode operator*() const {
    return {G, IsRoot ? Index : G->edges()[Index].Target};
  }
  SuccessorIterator &operator++() {
    ++Index;
    return *this;
  }

private:
  const DependenceGraph *G;
  bool IsRoot;
  uint32_t Index;
};

} // namespace

template <> struct llvm::GraphTraits<const DependenceGraph *> {
  using NodeRef = GraphNode;
  using ChildIteratorType = SuccessorIterator;
  static NodeRef getEntryNode(const DependenceGraph *G) {
    return {G, uint32_t(G->nodes().size())};
  }
  static ChildIteratorType child_begin(NodeRef N) { return {N, false}; }
  static ChildIteratorType child_end(NodeRef N) { return {N, true}; }
};

/// The inner edges of the component of \p Members (in program order). \p Local
/// has one entry per node of the graph, ~0 outside of this function.
static Component makeComponent(const DependenceGraph &G,
                               ArrayRef<uint32_t> Members,
                               MutableArrayRef<uint32_t> Local) {
  Component C;
  for (const auto &[I, N] : enumerate(Members))
    Local[N] = I;
  for (uint32_t N : Members) {
    C.Out.push_back(C.Edges.size());
    for (uint32_t I = G.firstEdge(N); I != G.firstEdge(N + 1); ++I) {
      const DependenceEdge &E = G.edges()[I];
      if (Local[E.Target] != ~0u)
        C.Edges.push_back(
            {Local[N], Local[E.Target], E.Latency, E.Distance, I});
    }
  }
  C.Out.push_back(C.Edges.size());
  for (uint32_t N : Members)
    Local[N] = ~0u;
  return C;
}

static bool isBetter(const CriticalCycle &A, const CriticalCycle &B,
                     ArrayRef<DependenceEdge> Edges) {
  if (A.Ratio != B.Ratio)
    return A.Ratio > B.Ratio;
  if (A.Edges.size() != B.Edges.size())
    return A.Edges.size() < B.Edges.size();
  return Edges[A.Edges.front()].Source < Edges[B.Edges.front()].Source;
}

std::optional<CriticalCycle> takt::maximumCycleRatio(const DependenceGraph &G) {
  std::optional<CriticalCycle> Best;
  std::vector<uint32_t> Local(G.nodes().size(), ~0u);
  SmallVector<uint32_t, 32> Members;
  const DependenceGraph *Graph = &G;
  for (auto I = scc_begin(Graph); !I.isAtEnd(); ++I) {
    if (!I.hasCycle())
      continue;
    Members.clear();
    for (const GraphNode &N : *I)
      Members.push_back(N.second);
    llvm::sort(Members);
    Component C = makeComponent(G, Members, Local);
    CriticalCycle Cycle = solve(C);
    if (!Best || isBetter(Cycle, *Best, G.edges()))
      Best = std::move(Cycle);
  }
  return Best;
}
