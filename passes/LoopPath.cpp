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
