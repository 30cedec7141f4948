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
#include "llvm/ADT/SmallSet.h"
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

namespace {
/// The blocks of a loop that its paths are made of, the header first. A loop in
/// it that they go through is its header.
struct PathNodes {
  std::vector<const MachineBasicBlock *> Blocks;
  /// The loop that a block stands for, by the block's index; null: none.
  std::vector<const InnerLoop *> Inner;
  DenseMap<const MachineBasicBlock *, unsigned> Index;
};
} // namespace

static PathNodes nodesOf(const MachineLoop &L, ArrayRef<InnerLoop> Through,
                         ArrayRef<MachineBasicBlock *> Besides) {
  PathNodes N;
  const auto Own = ownBlocks(L);
  N.Blocks.assign(Own.begin(), Own.end());
  append_range(N.Blocks, Besides);
  for (const InnerLoop &In : Through)
    N.Blocks.push_back(In.L->getHeader());
  // In the order of the code, so that ties do not depend on the order in which
  // the loop was discovered.
  const MachineBasicBlock *Header = L.getHeader();
  llvm::sort(N.Blocks, [=](const auto *A, const auto *B) {
    return std::make_pair(A != Header, A->getNumber()) <
           std::make_pair(B != Header, B->getNumber());
  });
  for (auto [I, MBB] : enumerate(N.Blocks)) {
    const auto *In = find_if(Through, [MBB = MBB](const InnerLoop &Of) {
      return Of.L->getHeader() == MBB;
    });
    N.Inner.push_back(In == Through.end() ? nullptr : In);
    N.Index[MBB] = I;
  }
  return N;
}

static std::vector<PathEdge> edgesOf(const PathNodes &N) {
  std::vector<PathEdge> Edges;
  for (unsigned I = 0; I != N.Blocks.size(); ++I) {
    const InnerLoop *In = N.Inner[I];
    const MachineBasicBlock &From =
        In ? *In->L->getExitingBlock() : *N.Blocks[I];
    for (auto S = From.succ_begin(); S != From.succ_end(); ++S)
      if (const auto To = N.Index.find(*S);
          To != N.Index.end() && !(In && In->L->contains(*S)))
        Edges.push_back({I, To->second, In ? 1 : probabilityOf(From, S)});
  }
  return Edges;
}

/// The nodes that are reached by \p Edges from those of \p From, or, \p Back,
/// reach one, within an iteration; with these themselves.
static SmallSet<unsigned, 8> reached(ArrayRef<PathEdge> Edges,
                                     SmallSet<unsigned, 8> From, bool Back) {
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const PathEdge &E : Edges)
      if (E.To != 0 && From.contains(Back ? E.To : E.From))
        Grows |= From.insert(Back ? E.From : E.To).second;
  }
  return From;
}

/// Leaves out edges by which control comes to \p In, which is node \p At, past
/// the blocks that it is behind.
static void leaveOutPast(std::vector<PathEdge> &Edges, const PathNodes &N,
                         const InnerLoop &In, unsigned At) {
  SmallSet<unsigned, 8> Row;
  for (auto [I, MBB] : enumerate(N.Blocks))
    if (!N.Inner[I] && is_contained(In.Behind, MBB->getBasicBlock()))
      Row.insert(I);
  if (Row.empty())
    return;
  SmallSet<unsigned, 8> Loop;
  Loop.insert(At);
  const SmallSet<unsigned, 8> Behind = reached(Edges, Row, /*Back=*/false);
  const SmallSet<unsigned, 8> Before = reached(Edges, Loop, /*Back=*/true);
  erase_if(Edges, [&](const PathEdge &E) {
    return Behind.contains(E.To) && !Row.contains(E.To) &&
           Before.contains(E.To) && !Behind.contains(E.From);
  });
}

/// Adds all iterations of \p In to \p Path, which goes on at \p Next.
static Error goThrough(LoopPath &Path, const InnerLoop &In,
                       const MachineBasicBlock &Next) {
  Expected<LoopPath> Iteration = findLoopPath(*In.L);
  if (!Iteration)
    return Iteration.takeError();
  for (unsigned N = 1; N < In.Iterations; ++N)
    llvm::append_range(Path.Blocks, Iteration->Blocks);
  for (const PathBlock &B : Iteration->Blocks) {
    Path.Blocks.push_back(B);
    if (B.MBB == In.L->getExitingBlock())
      break;
  }
  PathBlock &Last = Path.Blocks.back();
  Last.Exit = branchTo(*Last.MBB, Next);
  return Error::success();
}

Expected<LoopPath> takt::findLoopPath(const MachineLoop &L,
                                      ArrayRef<InnerLoop> Through,
                                      ArrayRef<MachineBasicBlock *> Besides) {
  const PathNodes N = nodesOf(L, Through, Besides);
  std::vector<PathEdge> Edges = edgesOf(N);
  for (auto [I, In] : enumerate(N.Inner))
    if (In)
      leaveOutPast(Edges, N, *In, I);
  Expected<HottestPath> P = hottestPath(N.Blocks.size(), Edges);
  if (!P)
    return P.takeError();
  LoopPath Path;
  Path.Probability = P->Probability;
  for (size_t I = 0; I != P->Blocks.size(); ++I) {
    const MachineBasicBlock &MBB = *N.Blocks[P->Blocks[I]];
    const MachineBasicBlock &Next = I + 1 == P->Blocks.size()
                                        ? *L.getHeader()
                                        : *N.Blocks[P->Blocks[I + 1]];
    if (const InnerLoop *In = N.Inner[P->Blocks[I]]) {
      if (Error E = goThrough(Path, *In, Next))
        return std::move(E);
    } else {
      Path.Blocks.push_back({&MBB, branchTo(MBB, Next)});
    }
  }
  return Path;
}
