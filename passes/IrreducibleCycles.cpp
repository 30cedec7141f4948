//===- IrreducibleCycles.cpp - Cycles that are no natural loops -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/IrreducibleCycles.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/FunctionLoops.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineCycleAnalysis.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace takt;

bool takt::hasIrreducibleCycles(MachineFunction &MF,
                                const MachineLoopInfo &MLI) {
  if (MF.empty())
    return false;
  const ReversePostOrderTraversal<MachineBasicBlock *> Blocks(&MF.front());
  return containsIrreducibleCFG<MachineBasicBlock *>(Blocks, MLI);
}

namespace {
using BlockSet = SmallPtrSet<MachineBasicBlock *, 16>;
} // namespace

/// What is reached from \p From, inclusive, by \p Next without leaving
/// \p Region.
template <typename RegionT, typename NextT>
static BlockSet reached(SmallVector<MachineBasicBlock *, 16> From,
                        RegionT Region, NextT Next) {
  BlockSet Seen;
  while (!From.empty()) {
    MachineBasicBlock *MBB = From.pop_back_val();
    if (Region(MBB) && Seen.insert(MBB).second)
      append_range(From, Next(MBB));
  }
  return Seen;
}

std::vector<MachineBasicBlock *> takt::blocksBesides(const MachineLoop &L,
                                                     const Loop &IRLoop,
                                                     const LoopInfo &LI) {
  const auto IsBeside = [&](const MachineBasicBlock *MBB) {
    const BasicBlock *BB = MBB->getBasicBlock();
    return BB && LI.getLoopFor(BB) == &IRLoop && !L.contains(MBB);
  };
  SmallVector<MachineBasicBlock *, 16> Exits;
  for (MachineBasicBlock *MBB : L.blocks())
    append_range(Exits, MBB->successors());
  const BlockSet Behind =
      reached(std::move(Exits), IsBeside,
              [](MachineBasicBlock *MBB) { return MBB->successors(); });
  SmallVector<MachineBasicBlock *, 16> Entries(L.getHeader()->predecessors());
  const BlockSet InFront =
      reached(std::move(Entries), IsBeside,
              [](MachineBasicBlock *MBB) { return MBB->predecessors(); });
  std::vector<MachineBasicBlock *> Both;
  copy_if(Behind, std::back_inserter(Both),
          [&](MachineBasicBlock *MBB) { return InFront.contains(MBB); });
  llvm::sort(Both, [](const auto *A, const auto *B) {
    return A->getNumber() < B->getNumber();
  });
  return Both;
}

std::vector<LoopReport> takt::reportOtherCycles(MachineFunction &MF,
                                                const MachineLoopInfo &MLI) {
  MachineCycleInfo Cycles;
  Cycles.compute(MF);
  std::vector<LoopReport> Reports;
  for (const MachineCycle *C : Cycles.toplevel_cycles()) {
    SmallVector<MachineBasicBlock *, 8> Blocks(C->blocks());
    if (C->isReducible() || any_of(Blocks, [&](MachineBasicBlock *MBB) {
          return MLI.isLoopHeader(MBB);
        }))
      continue;
    llvm::sort(Blocks, [&](const auto *A, const auto *B) {
      return std::pair(A != C->getHeader(), A->getNumber()) <
             std::pair(B != C->getHeader(), B->getNumber());
    });
    LoopReport R;
    R.Header = C->getHeader();
    R.Loc = firstPlaceIn(Blocks);
    R.Facts.Blocks = Blocks.size();
    R.Reason = "irreducible control flow";
    Reports.push_back(std::move(R));
  }
  llvm::sort(Reports, [](const LoopReport &A, const LoopReport &B) {
    return A.Header->getNumber() < B.Header->getNumber();
  });
  return Reports;
}
