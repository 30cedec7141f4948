//===- Loops.cpp - Loops of disassembled code -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GenericDomTree.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include "llvm/Support/GenericLoopInfo.h"
#include "llvm/Support/GenericLoopInfoImpl.h"

using namespace llvm;
using namespace takt;

namespace llvm {
/// The loop analysis walks the dominator tree.
template <> struct GraphTraits<const DomTreeNodeBase<FlowBlock> *> {
  using NodeRef = const DomTreeNodeBase<FlowBlock> *;
  using ChildIteratorType = DomTreeNodeBase<FlowBlock>::const_iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->end(); }
};
} // namespace llvm

namespace {

class FlowLoop : public LoopBase<FlowBlock, FlowLoop> {
  friend class LoopBase<FlowBlock, FlowLoop>;
  friend class LoopInfoBase<FlowBlock, FlowLoop>;
  explicit FlowLoop(FlowBlock *B) : LoopBase<FlowBlock, FlowLoop>(B) {}
};

using DomTree = DominatorTreeBase<FlowBlock, false>;
using LoopInfo = LoopInfoBase<FlowBlock, FlowLoop>;

/// The path of one iteration through a loop.
struct LoopPath {
  /// From the header to the block that branches back.
  SmallVector<FlowBlock *, 4> Blocks;
  /// Branches that could have gone another way within the loop.
  unsigned Choices = 0;
  /// The path comes back to the header.
  bool Closed = false;
};

} // namespace

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

static FlowBlock *nextOnPath(const FlowBlock &B, const FlowLoop &L,
                             unsigned &Choices) {
  FlowBlock *Taken = B.Taken && L.contains(B.Taken) ? B.Taken : nullptr;
  FlowBlock *Next =
      B.Fallthrough && L.contains(B.Fallthrough) ? B.Fallthrough : nullptr;
  if (!Taken || !Next || Taken == Next)
    return Next ? Next : Taken;
  ++Choices;
  return Taken->Start <= B.Start ? Taken : Next;
}

static LoopPath choosePath(const FlowLoop &L) {
  LoopPath P;
  SmallPtrSet<const FlowBlock *, 8> Seen;
  FlowBlock *B = L.getHeader();
  while (B && Seen.insert(B).second) {
    P.Blocks.push_back(B);
    B = nextOnPath(*B, L, P.Choices);
  }
  P.Closed = B == L.getHeader();
  return P;
}

/// Appends the path's instructions to \p R with their branches' directions.
static void addPath(CodeRegion &R, const LoopPath &P,
                    ArrayRef<FlowInstr> Code) {
  for (size_t I = 0, N = P.Blocks.size(); I != N; ++I) {
    const FlowBlock &B = *P.Blocks[I];
    const FlowBlock *Next = P.Blocks[(I + 1) % N];
    R.Path.push_back({B.Start, B.End});
    for (const FlowInstr &F : Code.slice(B.First, B.Last - B.First))
      R.Instrs.push_back(F.Code);
    R.Instrs.back().Taken = B.Taken == Next && B.Fallthrough != Next;
  }
}

static bool hasExit(const FlowLoop &L) {
  return any_of(L.getBlocks(), [&](const FlowBlock *B) {
    return B->Leaves ||
           any_of(B->Succs, [&](const FlowBlock *S) { return !L.contains(S); });
  });
}

static std::string whyNot(const FlowLoop &L, const LoopPath &P) {
  if (!L.isInnermost()) {
    const uint64_t Inner =
        (*min_element(L.getSubLoops(),
                      [](FlowLoop *A, FlowLoop *B) {
                        return A->getHeader()->Start < B->getHeader()->Start;
                      }))
            ->getHeader()
            ->Start;
    return "it holds another loop (at " + hex(Inner) +
           ") whose trip count is not known";
  }
  if (!hasExit(L))
    return "the loop has no exit";
  if (const FlowBlock *End = P.Blocks.back(); !P.Closed && End->Indirect)
    return "the likely path goes through an indirect jump (block at " +
           hex(End->Start) + ")";
  if (!P.Closed)
    return "irreducible control flow: the likely path never comes back to the "
           "loop's start";
  return "";
}

static CodeRegion makeRegion(const FlowLoop &L, ArrayRef<FlowInstr> Code) {
  CodeRegion R;
  const LoopPath P = choosePath(L);
  R.Depth = L.getLoopDepth();
  R.Blocks = L.getNumBlocks();
  R.Repeats = Notion::Loop;
  R.Range = {L.getHeader()->Start, 0};
  for (const FlowBlock *B : L.getBlocks()) {
    R.Range.Start = std::min(R.Range.Start, B->Start);
    R.Range.End = std::max(R.Range.End, B->End);
  }
  R.Kind = P.Choices == 0 ? RegionKind::Loop : RegionKind::Path;
  if (P.Choices != 0)
    R.Assumption =
        "forward branches not taken, backward branches taken (no profile)";
  R.WhyNot = whyNot(L, P);
  addPath(R, P, Code);
  return R;
}

namespace {

/// A cycle with several entries, by the edge that closes it.
struct IrreducibleCycle {
  const FlowBlock *From, *To;
  AddressRange Range;
};

} // namespace

/// Cycles that are not natural loops: an edge goes back in reverse post-order
/// to a block that does not dominate its source. Cycles that overlap are one.
static std::vector<IrreducibleCycle> findIrreducible(FlowGraph &G,
                                                     const DomTree &DT) {
  std::vector<IrreducibleCycle> All, Joined;
  DenseMap<const FlowBlock *, unsigned> Order;
  const ReversePostOrderTraversal<FlowGraph *> RPO(&G);
  for (const FlowBlock *B : RPO)
    Order.try_emplace(B, Order.size());
  for (FlowBlock *B : RPO)
    for (FlowBlock *S : B->Succs)
      if (Order.lookup(S) <= Order.lookup(B) && !DT.dominates(S, B))
        All.push_back(
            {B, S, {std::min(B->Start, S->Start), std::max(B->End, S->End)}});
  llvm::sort(All, [](const IrreducibleCycle &A, const IrreducibleCycle &B) {
    return std::make_pair(A.Range.Start, A.From->Start) <
           std::make_pair(B.Range.Start, B.From->Start);
  });
  for (const IrreducibleCycle &C : All)
    if (!Joined.empty() && C.Range.Start < Joined.back().Range.End)
      Joined.back().Range.End = std::max(Joined.back().Range.End, C.Range.End);
    else
      Joined.push_back(C);
  return Joined;
}

static CodeRegion makeRegion(const IrreducibleCycle &C) {
  CodeRegion R;
  R.Kind = RegionKind::Loop;
  R.Repeats = Notion::Loop;
  R.Depth = 1;
  R.Range = C.Range;
  R.WhyNot = "irreducible control flow: the cycle from " + hex(C.To->Start) +
             " to " + hex(C.From->Start) + " is entered at several places";
  return R;
}

void takt::findLoops(FlowGraph &G, bool AllLoops,
                     function_ref<void(CodeRegion)> Found) {
  DomTree DT;
  DT.recalculate(G);
  LoopInfo LI;
  LI.analyze(DT);
  std::vector<CodeRegion> Regions;
  for (const FlowLoop *L : LI.getLoopsInPreorder())
    if (AllLoops || L->isInnermost())
      Regions.push_back(makeRegion(*L, G.code()));
  for (const IrreducibleCycle &C : findIrreducible(G, DT)) {
    const bool HoldsLoop = any_of(Regions, [&](const CodeRegion &R) {
      return R.Range.Start >= C.Range.Start && R.Range.End <= C.Range.End;
    });
    if (AllLoops || !HoldsLoop)
      Regions.push_back(makeRegion(C));
  }
  llvm::sort(Regions, [](const CodeRegion &A, const CodeRegion &B) {
    return std::make_pair(A.Range.Start, B.Range.End) <
           std::make_pair(B.Range.Start, A.Range.End);
  });
  for (CodeRegion &R : Regions)
    Found(std::move(R));
}
