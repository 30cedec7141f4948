//===- LoopPath.cpp - The way through a loop that its kernel follows -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopPath.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace takt;

static Error pathError(const char *Reason) {
  return createStringError(inconvertibleErrorCode(), Reason);
}

namespace {
/// The edges that leave each block.
using Adjacency = std::vector<SmallVector<PathEdge, 2>>;

/// How control gets to a block from the header within one iteration.
struct Reach {
  double Best = 0;       ///< probability of the most probable way
  double Total = 0;      ///< probability of all ways
  unsigned Previous = 0; ///< block before it on the most probable way
};
} // namespace

/// Blocks so that every edge but those to the header leads forward; empty if
/// there is no such order.
static std::vector<unsigned> topologicalOrder(const Adjacency &Out) {
  std::vector<unsigned> Incoming(Out.size(), 0), Order;
  for (const auto &Edges : Out)
    for (const PathEdge &E : Edges)
      if (E.To != 0)
        ++Incoming[E.To];
  for (unsigned B = 0; B != Out.size(); ++B)
    if (!Incoming[B])
      Order.push_back(B);
  for (size_t I = 0; I != Order.size(); ++I)
    for (const PathEdge &E : Out[Order[I]])
      if (E.To != 0 && --Incoming[E.To] == 0)
        Order.push_back(E.To);
  if (Order.size() != Out.size())
    Order.clear();
  return Order;
}

/// Ways from the header, over \p Order; the entry behind the last block is the
/// header's, reached again.
static std::vector<Reach> followEdges(ArrayRef<unsigned> Order,
                                      const Adjacency &Out) {
  std::vector<Reach> R(Out.size() + 1);
  R[0].Best = R[0].Total = 1;
  for (unsigned B : Order)
    for (const PathEdge &E : Out[B]) {
      Reach &To = R[E.To == 0 ? Out.size() : E.To];
      const double Way = R[B].Best * E.Probability;
      if (Way > To.Best || (Way == To.Best && Way > 0 && B < To.Previous)) {
        To.Best = Way;
        To.Previous = B;
      }
      To.Total += R[B].Total * E.Probability;
    }
  return R;
}

Expected<HottestPath> takt::hottestPath(unsigned NumBlocks,
                                        ArrayRef<PathEdge> Edges) {
  Adjacency Out(NumBlocks);
  for (const PathEdge &E : Edges)
    Out[E.From].push_back(E);
  const std::vector<unsigned> Order = topologicalOrder(Out);
  if (Order.empty())
    return pathError("irreducible control flow");

  std::vector<Reach> R = followEdges(Order, Out);
  if (!(R[NumBlocks].Best > 0)) {
    for (auto &Leaving : Out)
      for (PathEdge &E : Leaving)
        E.Probability = 1.0 / Leaving.size();
    R = followEdges(Order, Out);
    if (!(R[NumBlocks].Best > 0))
      return pathError("no way back to the loop's header");
  }

  HottestPath P;
  P.Probability = std::min(1.0, R[NumBlocks].Best / R[NumBlocks].Total);
  for (unsigned B = R[NumBlocks].Previous;; B = R[B].Previous) {
    P.Blocks.push_back(B);
    if (B == 0)
      break;
  }
  std::reverse(P.Blocks.begin(), P.Blocks.end());
  return P;
}

/// The branch by which control goes from \p MBB to \p Next, or null.
static const MachineInstr *branchTo(const MachineBasicBlock &MBB,
                                    const MachineBasicBlock &Next) {
  const MachineInstr *Indirect = nullptr;
  for (const MachineInstr &MI : MBB.terminators()) {
    if (!MI.isBranch())
      continue;
    for (const MachineOperand &MO : MI.operands())
      if (MO.isMBB() && MO.getMBB() == &Next)
        return &MI;
    if (MI.isIndirectBranch())
      Indirect = &MI;
  }
  return MBB.isLayoutSuccessor(&Next) ? nullptr : Indirect;
}

Expected<LoopPath> takt::findLoopPath(const MachineLoop &L) {
  // In the order of the code, the header first, so that ties do not depend on
  // the order in which the loop was discovered.
  std::vector<const MachineBasicBlock *> Blocks(L.blocks().begin(),
                                                L.blocks().end());
  const MachineBasicBlock *Header = L.getHeader();
  llvm::sort(Blocks, [=](const auto *A, const auto *B) {
    return std::make_pair(A != Header, A->getNumber()) <
           std::make_pair(B != Header, B->getNumber());
  });
  DenseMap<const MachineBasicBlock *, unsigned> Index;
  for (unsigned I = 0; I != Blocks.size(); ++I)
    Index[Blocks[I]] = I;

  std::vector<PathEdge> Edges;
  for (unsigned I = 0; I != Blocks.size(); ++I)
    for (auto S = Blocks[I]->succ_begin(); S != Blocks[I]->succ_end(); ++S)
      if (auto To = Index.find(*S); To != Index.end()) {
        const BranchProbability P = Blocks[I]->getSuccProbability(S);
        Edges.push_back(
            {I, To->second, double(P.getNumerator()) / P.getDenominator()});
      }

  Expected<HottestPath> P = hottestPath(Blocks.size(), Edges);
  if (!P)
    return P.takeError();
  LoopPath Path;
  Path.Probability = P->Probability;
  for (size_t I = 0; I != P->Blocks.size(); ++I) {
    const MachineBasicBlock *MBB = Blocks[P->Blocks[I]];
    const MachineBasicBlock *Next =
        I + 1 == P->Blocks.size() ? Header : Blocks[P->Blocks[I + 1]];
    Path.Blocks.push_back({MBB, branchTo(*MBB, *Next)});
  }
  return Path;
}
