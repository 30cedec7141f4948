//===- LoopPath.cpp - The way through a loop that its kernel follows -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/LoopPath.h"
#include "takt/passes/OwnBlocks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"

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

/// Whether \p MBB calls the library for a square root. Where there is an
/// instruction for it, LLVM (PartiallyInlineLibCalls) leaves the call for what
/// has to set errno alone: operands that are negative.
static bool callsForRoot(const MachineBasicBlock &MBB) {
  for (const MachineInstr &MI : MBB)
    if (MI.isCall())
      for (const MachineOperand &MO : MI.operands()) {
        const StringRef Name = MO.isGlobal()   ? MO.getGlobal()->getName()
                               : MO.isSymbol() ? MO.getSymbolName()
                                               : "";
        if (Name == "sqrt" || Name == "sqrtf")
          return true;
      }
  return false;
}

/// Whether \p MBB has an instruction that takes square roots.
static bool takesRoot(const MachineBasicBlock &MBB) {
  const TargetInstrInfo &Info = *MBB.getParent()->getSubtarget().getInstrInfo();
  return any_of(MBB, [&](const MachineInstr &MI) {
    return Info.getName(MI.getOpcode()).contains("SQRT");
  });
}

/// How often \p From is left for its successor \p To. LLVM gives the call for
/// a root half of the times. The instruction stands in front of the branch or
/// on its other side; a call without it is one that the source makes.
static double probabilityOf(const MachineBasicBlock &From,
                            MachineBasicBlock::const_succ_iterator To) {
  constexpr double Rare = 1.0 / (1 << 20);
  if (From.succ_size() == 2) {
    const bool IsFirst = To == From.succ_begin();
    const MachineBasicBlock &Next = **To;
    const MachineBasicBlock &Other =
        **(IsFirst ? std::next(To) : From.succ_begin());
    const bool IsCall = callsForRoot(Next);
    if (IsCall != callsForRoot(Other) &&
        (takesRoot(From) || takesRoot(IsCall ? Other : Next)))
      return IsCall ? Rare : 1 - Rare;
  }
  const BranchProbability P = From.getSuccProbability(To);
  return double(P.getNumerator()) / P.getDenominator();
}

Expected<LoopPath> takt::findLoopPath(const MachineLoop &L) {
  // In the order of the code, the header first, so that ties do not depend on
  // the order in which the loop was discovered.
  const auto Own = ownBlocks(L);
  std::vector<const MachineBasicBlock *> Blocks(Own.begin(), Own.end());
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
      if (auto To = Index.find(*S); To != Index.end())
        Edges.push_back({I, To->second, probabilityOf(*Blocks[I], S)});

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
