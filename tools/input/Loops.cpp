//===- Loops.cpp - Loops of disassembled code -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "takt/models/HottestPath.h"
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

} // namespace

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

/// Edges of \p L with the probabilities that LLVM gives them when it knows
/// nothing but the loop: weights of 124 for edges that stay in it and 4 for
/// edges that leave it (BranchProbabilityInfo's loop heuristics, LLVM 19).
static std::vector<PathEdge> pathEdges(const FlowLoop &L,
                                       ArrayRef<FlowBlock *> Blocks) {
  constexpr double Stay = 124, Leave = 4;
  DenseMap<const FlowBlock *, unsigned> Index;
  for (const FlowBlock *B : Blocks)
    Index.try_emplace(B, Index.size());
  std::vector<PathEdge> Edges;
  for (const FlowBlock *B : Blocks) {
    // Each entry of a jump table is an edge.
    const ArrayRef<uint64_t> Table =
        B->getParent()->code()[B->Last - 1].Targets;
    auto Count = [&](const FlowBlock *S) -> double {
      return Table.empty() ? 1
                           : static_cast<double>(llvm::count(Table, S->Start));
    };
    double Total = 0;
    for (const FlowBlock *S : B->Succs)
      Total += Count(S) * (L.contains(S) ? Stay : Leave);
    // The other ways out are not in the graph.
    if (B->Leaves)
      Total += Leave;
    for (const FlowBlock *S : B->Succs)
      if (L.contains(S))
        Edges.push_back({Index[B], Index[S], Count(S) * Stay / Total});
  }
  return Edges;
}

/// The blocks of one iteration from the header on; R.WhyNot if there are none.
static SmallVector<FlowBlock *, 4>
choosePath(const FlowLoop &L, ArrayRef<FlowBlock *> Blocks, CodeRegion &R) {
  Expected<HottestPath> P =
      hottestPath(static_cast<unsigned>(Blocks.size()), pathEdges(L, Blocks));
  if (!P) {
    R.WhyNot = toString(P.takeError());
    return {};
  }
  SmallVector<FlowBlock *, 4> Path;
  for (const unsigned B : P->Blocks)
    Path.push_back(Blocks[B]);
  R.PathProbability = P->Probability;
  return Path;
}

/// Appends the path's instructions to \p R with their branches' directions.
static void addPath(CodeRegion &R, ArrayRef<FlowBlock *> Path,
                    ArrayRef<FlowInstr> Code) {
  for (size_t I = 0, N = Path.size(); I != N; ++I) {
    const FlowBlock &B = *Path[I];
    const FlowBlock *Next = Path[(I + 1) % N];
    R.Path.push_back({B.Start, B.End});
    for (const FlowInstr &F : Code.slice(B.First, B.Last - B.First))
      R.Instrs.push_back(F.Code);
    R.Instrs.back().Taken =
        B.Indirect || (B.Taken == Next && B.Fallthrough != Next);
  }
}

/// Without a path: all code of the loop as it lies there.
static void addBlocks(CodeRegion &R, ArrayRef<FlowBlock *> Blocks,
                      ArrayRef<FlowInstr> Code) {
  std::vector<FlowBlock *> ByAddress(Blocks.begin(), Blocks.end());
  llvm::sort(ByAddress, [](const FlowBlock *A, const FlowBlock *B) {
    return A->Start < B->Start;
  });
  for (const FlowBlock *B : ByAddress)
    for (const FlowInstr &F : Code.slice(B->First, B->Last - B->First))
      R.Instrs.push_back(F.Code);
}

static bool hasExit(const FlowLoop &L) {
  return any_of(L.getBlocks(), [&](const FlowBlock *B) {
    return B->Leaves ||
           any_of(B->Succs, [&](const FlowBlock *S) { return !L.contains(S); });
  });
}

/// What speaks against \p L itself.
static std::string whyNot(const FlowLoop &L) {
  if (!L.isInnermost()) {
    uint64_t Inner = UINT64_MAX;
    for (const FlowLoop *Sub : L.getSubLoops())
      Inner = std::min(Inner, Sub->getHeader()->Start);
    return "it holds another loop (at " + hex(Inner) +
           ") whose trip count is not known";
  }
  return hasExit(L) ? "" : "the loop has no exit";
}

static CodeRegion makeRegion(const FlowLoop &L, ArrayRef<FlowInstr> Code) {
  // The header first, then as they lie there, so that ties between paths do not
  // depend on the way the loop was found.
  std::vector<FlowBlock *> Blocks(L.block_begin(), L.block_end());
  llvm::sort(drop_begin(Blocks), [](const FlowBlock *A, const FlowBlock *B) {
    return A->Start < B->Start;
  });
  CodeRegion R;
  R.Kind = RegionKind::Loop;
  R.Repeats = Notion::Loop;
  R.Depth = L.getLoopDepth();
  R.Blocks = L.getNumBlocks();
  R.Range = {UINT64_MAX, 0};
  for (const FlowBlock *B : Blocks) {
    R.Range.Start = std::min(R.Range.Start, B->Start);
    R.Range.End = std::max(R.Range.End, B->End);
  }
  R.WhyNot = whyNot(L);
  SmallVector<FlowBlock *, 4> Path;
  if (R.WhyNot.empty())
    Path = choosePath(L, Blocks, R);
  for (const FlowBlock *B : Path)
    if (B->Indirect && B->Leaves && R.WhyNot.empty())
      R.WhyNot = "the likely path goes through an indirect jump (block at " +
                 hex(B->Start) + ")";
  if (!R.WhyNot.empty()) {
    addBlocks(R, Blocks, Code);
    return R;
  }
  addPath(R, Path, Code);
  if (R.PathProbability < 1) {
    R.Kind = RegionKind::Path;
    R.Assumption = R.PathProbability < CommonPath
                       ? "one path of many (" + pathShare(R.PathProbability) +
                             " % of iterations)"
                       : "the likeliest path";
    R.Assumption += " if all branches within the loop go either way alike (no "
                    "profile)";
  }
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

static CodeRegion makeRegion(const IrreducibleCycle &C,
                             ArrayRef<FlowInstr> Code) {
  CodeRegion R;
  R.Kind = RegionKind::Loop;
  R.Repeats = Notion::Loop;
  R.Depth = 1;
  R.Range = C.Range;
  R.WhyNot = "irreducible control flow: the cycle from " + hex(C.To->Start) +
             " to " + hex(C.From->Start) + " is entered at several places";
  for (const FlowInstr &F : Code)
    if (F.Code.Offset >= C.Range.Start && F.Code.Offset < C.Range.End)
      R.Instrs.push_back(F.Code);
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
      Regions.push_back(makeRegion(C, G.code()));
  }
  llvm::sort(Regions, [](const CodeRegion &A, const CodeRegion &B) {
    return std::make_pair(A.Range.Start, B.Range.End) <
           std::make_pair(B.Range.Start, A.Range.End);
  });
  for (CodeRegion &R : Regions)
    Found(std::move(R));
}
