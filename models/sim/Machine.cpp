//===- Machine.cpp - A machine that runs one kernel -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// µops in a queue that never runs empty, where the width does not limit.
static constexpr unsigned RelaxedQueue = 128;

static unsigned capacityFor(const Cpu &C, const Relaxation &Without) {
  const unsigned Capacity = queueCapacity(C);
  if (Without.IssueWidth || Without.FrontEnd)
    return std::max(Capacity, RelaxedQueue);
  return Capacity;
}

Machine::Machine(const Kernel &K, const Cpu &C,
                 const SimulationOptions &Options)
    : L(C, Options.Without), P(K, C, Options.Without, L.ReorderBuffer),
      Queue(capacityFor(C, Options.Without)),
      Delivery(K, C, Queue, Options.Listener),
      Front(makeFrontEnd(Options.Without.FrontEnd ? FrontEndKind::Linear
                                                  : C.Fetch.Kind,
                         {K, C, Queue, Delivery, Options.Listener,
                          Options.Without.IssueWidth})),
      Execute(P, L, Options.Listener, C), M(Execute.core()),
      Rename(M, C, Queue, Execute), Writer(P, L, C) {
  if (C.Fetch.Kind == FrontEndKind::OpCache && C.Fetch.OpCache.StartsFull &&
      !Options.Without.FrontEnd)
    fillQueue(C.Fetch.OpCache.OpQueue);
}

/// The front end works until \p Size µops wait, or as long as that may take.
void Machine::fillQueue(unsigned Size) {
  const Cycle End = M.Now + 4 * Size;
  while (Queue.size() < Size && M.Now != End)
    Front->cycle(M.Now++);
}

void Machine::cycle() {
  Rename.beginCycle();
  retire();
  Execute.wake();
  Execute.beginIssue();
  Rename.cycle();
  Execute.bindCycle();
  Execute.dispatch();
  if (M.Listener)
    Execute.emitExecuted();
  Front->cycle(M.Now);
  ++M.Now;
}

void Machine::retire() {
  M.Stores -= Writer.cycle();
  if (Execute.foresees())
    return retireForeseen();
  uint32_t Entry = M.OldestFused;
  const uint32_t End = retireEnd();
  for (; Entry != End; ++Entry) {
    const FusedEntry &F = M.Reorder[Entry];
    if (!hasExecuted(F))
      return;
    retireOne(F);
  }
}

/// At which one retirement ends in this cycle.
uint32_t Machine::retireEnd() const {
  return M.reordered() > L.RetireWidth ? M.OldestFused + L.RetireWidth
                                       : M.NextFused;
}

/// The same where entries know when they have executed.
void Machine::retireForeseen() {
  const FusedEntry *Last = nullptr;
  uint32_t Entry = M.OldestFused, Loads = 0, Stores = 0;
  for (const uint32_t End = retireEnd(); Entry != End; ++Entry) {
    const FusedEntry &F = M.Reorder[Entry];
    if (F.End >= M.Now)
      break;
    Loads += F.Static->Loads;
    Stores += F.Static->Stores;
    Last = &F;
  }
  if (!Last)
    return;
  M.OldestFused = Entry;
  M.OldestUop = Last->First + Last->Static->Count;
  M.Loads -= Loads;
  retireStores(Stores);
  RetiredIterations = Last->Iteration;
}

void Machine::retireStores(unsigned Count) {
  // Where they hold up nobody it makes no difference when they are written.
  if (L.StoreBuffer == Limits::Any)
    M.Stores -= Count;
  else
    Writer.add(Count);
}

bool Machine::hasExecuted(const FusedEntry &F) const {
  const Cycle Now = M.Now;
  for (UopNumber U = F.First, End = U + F.Static->Count; U != End; ++U)
    if (M.Uops[U].End >= Now)
      return false;
  return true;
}

void Machine::emitRetired(const FusedEntry &F) {
  const unsigned Count = F.Static->Count;
  if (Count == 0)
    M.emitSlot(Stage::Retired, F);
  for (UopNumber N = F.First; N != F.First + Count; ++N)
    M.emit(Stage::Retired, M.Uops[N], M.Now);
}

void Machine::retireOne(const FusedEntry &F) {
  const SimFused &Of = *F.Static;
  if (LLVM_UNLIKELY(M.Listener))
    emitRetired(F);
  if (LLVM_UNLIKELY(P.HasFailing))
    Execute.retired(F);
  M.Loads -= Of.Loads;
  retireStores(Of.Stores);
  RetiredIterations = F.Iteration;
  M.OldestUop = F.First + Of.Count;
  ++M.OldestFused;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void Machine::state(StateWriter &W) const {
  restState(W);
  reorderState(W);
  Execute.state(W, Rename.iteration());
}

/// All but what became of the µops that were issued.
void Machine::restState(StateWriter &W) const {
  queueState(W);
  Front->state(W);
  Delivery.state(W);
  Rename.state(W);
  W.word(M.Stores);
  Writer.state(W);
  if (P.CrossingPeriod > 1)
    W.word(Rename.iteration() % P.CrossingPeriod);
}

/// µops are in program order: the first one and places of stack sync µops tell
/// all of them.
void Machine::queueState(StateWriter &W) const {
  if (Queue.empty())
    return W.word(0);
  const QueuedUop &First = Queue.front();
  W.put(Queue.size(), W.since(First.Iteration),
        uint64_t(First.Instr) << 32 | uint64_t(First.Index) << 8 |
            uint64_t(First.Origin));
  if (!Delivery.followsStack())
    return;
  constexpr unsigned PerWord = 64;
  for (unsigned I = 0; I < Queue.size(); I += PerWord) {
    uint64_t Syncs = 0;
    for (unsigned Q = I; Q != std::min(I + PerWord, Queue.size()); ++Q)
      Syncs = Syncs << 1 | (Queue[Q].Origin == UopOrigin::StackSync);
    W.word(Syncs);
  }
}

bool Machine::remembers() {
  if (!P.Recordable)
    return false;
  if (!Record)
    Record.emplace(M);
  return true;
}

[[gnu::flatten]] const History::Moment *Machine::momentBefore() {
  StateWriter &W = Record->begin(iteration());
  restState(W);
  Execute.portState(W);
  if (M.reordered()) {
    const FusedEntry &Oldest = M.Reorder[M.OldestFused];
    W.put(W.since(Oldest.Iteration), uint64_t(Oldest.Static->Instr) << 32 |
                                         uint64_t(Oldest.Static->Queued) << 16 |
                                         Oldest.Static->Index);
  }
  return Record->end();
}

/// The oldest entry and what kind each one is tell all of them, for they are in
/// program order; when they finish follows from their µops.
void Machine::reorderState(StateWriter &W) const {
  W.word(M.reordered());
  if (!M.reordered())
    return;
  const FusedEntry &Oldest = M.Reorder[M.OldestFused];
  W.iteration(Oldest.Iteration);
  W.word(uint64_t(Oldest.Static->Instr) << 32 |
         uint64_t(Oldest.Static->Queued) << 16 | Oldest.Static->Index);
  constexpr unsigned PerWord = 16;
  uint64_t *Word = W.space(M.reordered() / PerWord + 1);
  for (uint32_t N = M.OldestFused; N != M.NextFused;) {
    const uint32_t End = std::min(N + PerWord, M.NextFused);
    uint64_t Kinds = 0;
    for (; N != End; ++N) {
      const SimFused &F = *M.Reorder[N].Static;
      Kinds = Kinds << 4 | uint64_t(F.Origin) << 1 | F.Form;
    }
    *Word++ = Kinds;
  }
  W.end(Word);
}

uint64_t Machine::digest() {
  const Cycle Took = M.Now - std::exchange(LastDigest, M.Now);
  const uint64_t Parts[] = {
      M.reordered(),
      Queue.size(),
      Took,
      iteration() - std::exchange(LastIteration, iteration()),
      M.reordered() ? M.Reorder[M.OldestFused].Static->Instr : 0,
      Execute.takeActivity(),
      Execute.signature()};
  uint64_t D = 0;
  const auto Mix = [&](uint64_t Part) {
    D = (D ^ Part) * 0x9e3779b97f4a7c15u;
    D ^= D >> 29;
  };
  for (uint64_t Part : Parts)
    Mix(Part);
  Digests[NextDigest] = {D, Took};
  // A short iteration says little: together with the ones before.
  Cycle Covered = Took;
  for (unsigned Ago = 1; Ago < Digests.size() && Covered < 64; ++Ago) {
    const Past &P = Digests[(NextDigest - Ago) % Digests.size()];
    Mix(P.Digest);
    Covered += P.Took;
  }
  NextDigest = (NextDigest + 1) % Digests.size();
  return D;
}

} // namespace takt::sim
