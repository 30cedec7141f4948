//===- Flow.cpp - Control flow of disassembled code -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace takt;

FlowInstr takt::flowOf(const CodeInstr &Code, TargetRef T) {
  FlowInstr F;
  F.Code = Code;
  const MCInst &Inst = Code.Inst;
  const MCInstrDesc &Desc = T.MII.get(Inst.getOpcode());
  const StringRef Name = T.MII.getName(Inst.getOpcode());
  F.Padding = Name.starts_with("NOOP") || Name == "INT3" || Name == "HINT";
  if (T.MIA->isCall(Inst))
    return F;
  if (T.MIA->isReturn(Inst)) {
    F.Kind = FlowKind::End;
    return F;
  }
  if (T.MIA->isIndirectBranch(Inst)) {
    F.Kind = FlowKind::Indirect;
    return F;
  }
  // LLVM does not call x86's "loop" a branch, but knows its operand for what
  // it is.
  const bool RelativeFirst =
      Desc.getNumOperands() == 1 &&
      Desc.operands()[0].OperandType == MCOI::OPERAND_PCREL;
  if (T.MIA->isBranch(Inst) || RelativeFirst) {
    F.Kind = T.MIA->isUnconditionalBranch(Inst) ? FlowKind::Jump
                                                : FlowKind::Conditional;
    uint64_t Target = 0;
    if (T.MIA->evaluateBranch(Inst, Code.Offset, Code.Size, Target))
      F.Target = Target;
    return F;
  }
  if (Desc.isBarrier())
    F.Kind = FlowKind::End;
  return F;
}

void FlowBlock::printAsOperand(raw_ostream &OS, bool) const {
  OS << format_hex(Start, 0);
}

FlowGraph::FlowGraph(ArrayRef<FlowInstr> Code, ArrayRef<uint64_t> Entries,
                     bool GuessEntries)
    : Code(Code) {
  makeBlocks(Entries);
  connect();
  enter(Entries, GuessEntries);
}

void FlowGraph::makeBlocks(ArrayRef<uint64_t> Entries) {
  std::vector<uint64_t> Leaders(Entries.begin(), Entries.end());
  for (const FlowInstr &F : Code) {
    if (F.Target)
      Leaders.push_back(*F.Target);
    append_range(Leaders, F.Targets);
  }
  llvm::sort(Leaders);

  Blocks.emplace_back().Parent = this;
  for (size_t I = 0, N = Code.size(); I != N; ++I) {
    const uint64_t At = Code[I].Code.Offset;
    const bool Starts = I == 0 || Code[I - 1].Kind != FlowKind::Next ||
                        Code[I - 1].end() != At ||
                        std::binary_search(Leaders.begin(), Leaders.end(), At);
    if (Starts) {
      FlowBlock &B = Blocks.emplace_back();
      B.Parent = this;
      B.First = I;
      B.Start = At;
    }
    Blocks.back().Last = I + 1;
    Blocks.back().End = Code[I].end();
  }
}

FlowBlock *FlowGraph::blockAt(uint64_t Address) {
  const auto It = std::lower_bound(
      std::next(Blocks.begin()), Blocks.end(), Address,
      [](const FlowBlock &B, uint64_t A) { return B.Start < A; });
  return It != Blocks.end() && It->Start == Address ? &*It : nullptr;
}

bool FlowGraph::isInstr(uint64_t Address) const {
  const auto It =
      llvm::lower_bound(Code, Address, [](const FlowInstr &F, uint64_t A) {
        return F.Code.Offset < A;
      });
  return It != Code.end() && It->Code.Offset == Address;
}

static void addEdge(FlowBlock &From, FlowBlock &To) {
  if (is_contained(From.Succs, &To))
    return;
  From.Succs.push_back(&To);
  To.Preds.push_back(&From);
}

void FlowGraph::connect() {
  for (FlowBlock &B : drop_begin(Blocks)) {
    const FlowInstr &F = Code[B.Last - 1];
    if (F.Kind == FlowKind::Next || F.Kind == FlowKind::Conditional)
      B.Fallthrough = blockAt(B.End);
    if ((F.Kind == FlowKind::Jump || F.Kind == FlowKind::Conditional) &&
        F.Target)
      B.Taken = blockAt(*F.Target);
    switch (F.Kind) {
    case FlowKind::Next:
      B.Leaves = !B.Fallthrough;
      break;
    case FlowKind::Jump:
      B.Leaves = !B.Taken;
      break;
    case FlowKind::Conditional:
      B.Leaves = !B.Taken || !B.Fallthrough;
      break;
    case FlowKind::Indirect:
      B.Indirect = true;
      B.Leaves = F.Targets.empty();
      for (const uint64_t Target : F.Targets)
        if (FlowBlock *To = blockAt(Target))
          addEdge(B, *To);
        else
          B.Leaves = true;
      break;
    case FlowKind::End:
      B.Leaves = true;
      break;
    }
    if (B.Fallthrough)
      addEdge(B, *B.Fallthrough);
    if (B.Taken)
      addEdge(B, *B.Taken);
  }
}

void FlowGraph::enter(ArrayRef<uint64_t> Entries, bool GuessEntries) {
  for (const uint64_t At : Entries)
    if (FlowBlock *B = blockAt(At))
      addEdge(front(), *B);
  if (!GuessEntries)
    return;
  linkJumpTables();
  guessEntries();
}

void FlowGraph::linkJumpTables() {
  FlowBlock *From = nullptr;
  for (FlowBlock &B : drop_begin(Blocks)) {
    const bool Padding = all_of(Code.slice(B.First, B.Last - B.First),
                                [](const FlowInstr &F) { return F.Padding; });
    if (From && B.Preds.empty() && !Padding)
      addEdge(*From, B);
    if (B.Indirect && B.Leaves)
      From = &B;
  }
}

/// Enters what is still not reached. An edge from there into code that is
/// reached anyway would only make that code's loops look as if they had another
/// entry: padding falls into loops, landing pads jump back into them.
void FlowGraph::guessEntries() {
  using Reach = df_iterator_default_set<FlowBlock *>;
  auto Visit = [](FlowBlock &From, Reach &Reached) {
    for (FlowBlock *B : depth_first_ext(&From, Reached))
      (void)B;
  };
  Reach Known;
  Visit(front(), Known);
  for (FlowBlock &B : drop_begin(Blocks)) {
    if (Known.contains(&B))
      continue;
    erase_if(B.Succs, [&](FlowBlock *S) {
      if (!Known.contains(S))
        return false;
      erase(S->Preds, &B);
      B.Leaves = true;
      return true;
    });
  }
  Reach Reached = Known;
  auto Enter = [&](FlowBlock &B) {
    addEdge(front(), B);
    Visit(B, Reached);
  };
  for (FlowBlock &B : drop_begin(Blocks))
    if (B.Preds.empty() && !Reached.contains(&B))
      Enter(B);
  // What is left are cycles that are entered in a way we do not see; the first
  // block by address is the best guess of the place.
  for (FlowBlock &B : drop_begin(Blocks))
    if (!Reached.contains(&B))
      Enter(B);
}
