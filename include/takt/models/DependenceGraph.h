//===- DependenceGraph.h - Who waits for whom, and how long -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dependence graph of a kernel: a node per µop, an edge from each producer
/// to each consumer. Every model that cares about dependences takes its edges
/// from here, so that a bound and a simulation never disagree about them.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_DEPENDENCEGRAPH_H
#define TAKT_MODELS_DEPENDENCEGRAPH_H

#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace takt {

/// The µop \p Target of iteration i + Distance is not dispatched before
/// \p Latency cycles after the µop \p Source of iteration i.
struct DependenceEdge {
  uint32_t Source = 0; ///< node
  uint32_t Target = 0; ///< node
  /// Cycles. Negative only through memory: a forwarded value may be there
  /// before a load that misses the store buffer would have had it.
  int32_t Latency = 0;
  /// Iterations.
  uint32_t Distance = 0;
  /// What carries the value; meaningless when Memory is set.
  LocationId Loc = 0;
  /// The value passes through memory (MemoryDependence).
  bool Memory = false;
};

/// Cycles from the dispatch of the µop with \p W to the earliest dispatch of a
/// µop with \p R that takes the value: the latency less the bypass, at least 0.
/// A bypass for the write's class overrules one for any producer.
int32_t dependenceLatency(const UopWrite &W, const UopRead &R);

/// A µop by its place in the kernel.
struct DependenceNode {
  uint32_t Instr = 0; ///< index into Kernel::Instrs
  uint32_t Uop = 0;   ///< index into KernelInstr::Uops
};

/// The dependence graph of a kernel.
///
/// A read takes the last write to its location before it in program order
/// (distance 0), else the last write in the kernel (distance 1), else the value
/// is the same in all iterations and there is no edge. All µops of an
/// instruction read before any of them writes, except for internal locations,
/// which pass from µop to µop inside the instruction, and for merges (Uop::
/// Merge), which are like an instruction in front of it.
///
/// An edge's latency is dependenceLatency of write and read.
///
/// A memory dependence leads from each store-data µop of the store, and from
/// each store-address µop unless it is renamed, to each load µop of the load;
/// its latency is MemoryDependence::Latency (AddressLatency) less the load
/// µop's own, which follows on the edge to the user of the loaded value.
class DependenceGraph {
public:
  /// The graph of \p K, which must be valid (Kernel::verify). Linear in its
  /// reads and writes.
  explicit DependenceGraph(const Kernel &K);

  /// A graph of \p NumNodes nodes with the given edges; DependenceNode::Instr
  /// is the node's number. Edges of distance 0 must not form a cycle.
  DependenceGraph(uint32_t NumNodes, std::vector<DependenceEdge> Edges);

  /// The µops in program order.
  llvm::ArrayRef<DependenceNode> nodes() const { return Nodes; }
  /// All edges, sorted by source.
  llvm::ArrayRef<DependenceEdge> edges() const { return Edges; }
  /// Index of the first edge that leaves \p Node; edges [first(N),
  /// first(N + 1)) leave N. Defined for \p Node ≤ number of nodes.
  uint32_t firstEdge(uint32_t Node) const { return First[Node]; }

private:
  void sortEdges();

  std::vector<DependenceNode> Nodes;
  std::vector<DependenceEdge> Edges;
  std::vector<uint32_t> First;
};

/// A cycle of the graph that attains the maximum of latency / distance.
struct CriticalCycle {
  /// Sum of latencies / sum of distances, in cycles per iteration. Negative
  /// only if all cycles are.
  Rational Ratio;
  /// Indices into DependenceGraph::edges(): a simple cycle, each edge's target
  /// is the next one's source. It starts at its first µop in program order.
  llvm::SmallVector<uint32_t, 8> Edges;
};

/// The exact maximum cycle ratio, by Howard's policy iteration on each strongly
/// connected component (Cochet-Terrasson et al., "Numerical computation of
/// spectral elements in max-plus algebra", 1998; in the form of Dasdan,
/// "Experimental analysis of the fastest optimum cycle ratio and mean
/// algorithms", TODAES 2004), in integers throughout. None if the graph has no
/// cycle. Of cycles in several components with the same ratio the one with the
/// fewest edges is returned, then the one that starts first.
std::optional<CriticalCycle> maximumCycleRatio(const DependenceGraph &G);

} // namespace takt

#endif // TAKT_MODELS_DEPENDENCEGRAPH_H
