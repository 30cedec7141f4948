//===- OrderGraph.h - What must stay in order -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions on a loop's path that may change places, and those that may
/// not. Instructions of a region may, within the dependences between them;
/// regions end at calls, inline assembly, terminators and whatever else LLVM's
/// schedulers do not move. An order is a list of nodes, that of the code being
/// 0, 1, 2, ...
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ORDER_ORDERGRAPH_H
#define TAKT_PASSES_ORDER_ORDERGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class AAResults;
class MachineFunction;
class MachineInstr;
class MachineLoopInfo;
} // namespace llvm

namespace takt {

struct LoopPath;

/// An instruction on the path that is not there for a debugger.
struct OrderNode {
  llvm::MachineInstr *MI = nullptr;
  /// Nodes of a region lie together. What must not move is alone in its region.
  unsigned Region = 0;
  /// Cycles of LLVM's scheduling model from here to the last result of the
  /// region that depends on it.
  unsigned Height = 0;
};

/// A place for each node: Order[P] is the node at place P.
using NodeOrder = llvm::SmallVector<unsigned, 64>;

class OrderGraph {
public:
  /// Appends \p MI to the code.
  void addNode(llvm::MachineInstr *MI, unsigned Region) {
    Nodes.push_back({MI, Region, 0});
    Edges.emplace_back();
  }
  /// \p Before must stay in front of \p After, a later node of its region,
  /// whose results come \p Latency cycles after those that it needs.
  void addEdge(unsigned Before, unsigned After, unsigned Latency = 0);
  /// To be called after the last edge.
  void findHeights();

  unsigned size() const { return Nodes.size(); }
  const OrderNode &operator[](unsigned N) const { return Nodes[N]; }
  /// The nodes that must come later than \p N; not all of those that follow
  /// from others.
  llvm::ArrayRef<unsigned> after(unsigned N) const { return Edges[N].After; }
  /// True if there is an edge from \p Before to \p After.
  bool isEdge(unsigned Before, unsigned After) const {
    return Known.contains({Before, After});
  }
  /// True if some instruction may move.
  bool isFlexible() const;
  /// True if \p Order has each node once, each region in its places, and keeps
  /// every edge.
  bool allows(llvm::ArrayRef<unsigned> Order) const;

private:
  struct Links {
    llvm::SmallVector<unsigned, 4> After;
    llvm::SmallVector<unsigned, 4> Latency;
  };
  std::vector<OrderNode> Nodes;
  std::vector<Links> Edges;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Known;
};

/// The graph of \p Path, by LLVM's own dependence analysis: registers with
/// their parts, flags, memory as far as \p AA (may be null) cannot tell it
/// apart.
OrderGraph buildOrderGraph(const LoopPath &Path, llvm::MachineFunction &MF,
                           const llvm::MachineLoopInfo &MLI,
                           llvm::AAResults *AA);

/// Brings the instructions of \p G into \p Order, and what debuggers are told
/// with them: a variable whose value would no longer be where it is said to be
/// has none there. Kill flags are made anew.
void applyOrder(const OrderGraph &G, llvm::ArrayRef<unsigned> Order,
                llvm::MachineFunction &MF, const llvm::MachineLoopInfo &MLI);

} // namespace takt

#endif // TAKT_PASSES_ORDER_ORDERGRAPH_H
