//===- RenameStage.cpp - From the µop queue into the back end ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameStage.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

RenameStage::RenameStage(const Core &M, const Cpu &C, UopQueue &Queue,
                         Scheduler &To)
    : M(M), P(M.P), Queue(Queue), To(To), Moves(C.Rename, M.P, M.L.EveryMove) {}

void RenameStage::beginCycle() {
  // Full is what has less room than a whole group may need (uiCA-model,
  // section 1).
  Open = M.reordered() + M.L.Headroom <= M.L.ReorderBuffer &&
         M.Scheduled + M.L.Headroom <= M.L.Scheduler;
  Width = std::min(M.L.IssueWidth, M.L.ReorderBuffer - M.reordered());
  WasEmpty = !M.reordered();
  Loads = M.Loads;
  Stores = M.Stores;
}

void RenameStage::cycle() {
  Issued = 0;
  if (!Open)
    return;
  while (!Queue.empty() && take(Queue.front())) {
    Queue.pop();
    Part = 0;
    Merged = Started = false;
  }
  Moves.endCycle();
}

/// Issues \p Q, or as much of it as goes in this cycle. \returns whether that
/// is all of it.
bool RenameStage::take(const QueuedUop &Q) {
  if (Q.Origin == UopOrigin::StackSync) {
    if (Issued == Width)
      return false;
    Form = Listed;
    Eliminated = false;
    add(Q, P.Sync);
    return true;
  }
  const SimInstr &I = P.Instrs[Q.Instr];
  if (Q.Index == 0 && !Started) {
    if (I.Order == Ordering::Serializing && (!WasEmpty || Issued))
      return false;
    if (I.NumMerges && !Merged)
      return takeMerges(Q, I);
  }
  if (Q.Index >= I.NumQueued)
    return true; // it carries nothing
  const SimQueued &Group = P.Queued[I.FirstQueued + Q.Index];
  // A µop that comes apart is not split over cycles unless it is wider than
  // what goes in any cycle.
  const unsigned Room = Width - Issued, Rest = Group.Count - Part;
  if (Rest > Room && (Issued || Rest <= M.L.Headroom))
    return false;
  if ((Loads && Loads + Group.Loads > M.L.LoadBuffer) ||
      (Stores && Stores + Group.Stores > M.L.StoreBuffer))
    return false;
  if (Q.Index == 0 && !Started)
    startInstr(I);
  const uint32_t First =
      P.Queued[I.FirstQueued + Q.Index + (Form == Executed ? I.NumQueued : 0)]
          .First;
  const unsigned Now = std::min(Rest, Room);
  for (unsigned F = 0; F != Now; ++F)
    add(Q, P.Fused[First + Part + F]);
  Part += Now;
  return Now == Rest;
}

/// The merges of \p I issue alone in a cycle.
bool RenameStage::takeMerges(const QueuedUop &Q, const SimInstr &I) {
  if (Issued)
    return false;
  QueuedUop Merge = Q;
  Merge.Origin = UopOrigin::Merge;
  Form = Listed;
  Eliminated = false;
  for (unsigned F = 0; F != I.NumMerges; ++F)
    add(Merge, P.Fused[I.FirstMerge + F]);
  Merged = true;
  return false;
}

/// Decides in which form \p I is issued.
void RenameStage::startInstr(const SimInstr &I) {
  Started = true;
  Form = Listed;
  Eliminated = false;
  if (I.HasExecuted) {
    Eliminated = Moves.eliminate(I);
    Form = Eliminated ? Listed : Executed;
  }
  Moves.overwrite(I, Eliminated);
}

[[gnu::flatten]] void RenameStage::add(const QueuedUop &Q, const SimFused &F) {
  Iteration = Q.Iteration;
  To.issue(Q, F, Form, Eliminated, Issued++);
  Loads += F.Loads;
  Stores += F.Stores;
}

void RenameStage::state(StateWriter &W) const {
  // Form and Eliminated of an instruction whose first queued µop has gone.
  W.word(uint64_t(Part) << 32 | uint64_t(Merged) << 24 |
         uint64_t(Started) << 16 | uint64_t(Form) << 8 | Eliminated);
  Moves.state(W);
}

} // namespace takt::sim
