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
      Rename(M, C, Queue, Execute), Writer(P, L, C) {}

void Machine::cycle() {
  Rename.beginCycle();
  retire();
  Execute.wake();
  Execute.beginIssue();
  Rename.cycle();
  Execute.dispatch();
  if (M.Listener)
    Execute.emitExecuted();
  Front->cycle(M.Now);
  ++M.Now;
}

void Machine::retire() {
  M.Stores -= Writer.cycle();
  for (unsigned N = 0; N != L.RetireWidth && M.reordered(); ++N) {
    const FusedEntry &F = M.Reorder[M.OldestFused];
    for (UopNumber U = F.First, End = U + F.Static->Count; U != End; ++U)
      if (M.Times[U].End >= M.Now)
        return;
    retireOne(F);
  }
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
  // Where they hold up nobody it makes no difference when they are written.
  if (L.StoreBuffer == Limits::Any)
    M.Stores -= Of.Stores;
  else
    Writer.add(Of.Stores);
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
  W.word(Queue.size());
  // Without stack sync µops in between, the first one tells the others.
  const unsigned Told = Delivery.followsStack() ? Queue.size() : 1;
  for (unsigned I = 0; I != std::min(Told, Queue.size()); ++I) {
    const QueuedUop &Q = Queue[I];
    W.iteration(Q.Iteration);
    W.word(uint64_t(Q.Instr) << 32 | uint64_t(Q.Index) << 8 |
           uint64_t(Q.Origin));
  }
  Front->state(W);
  Delivery.state(W);
  Rename.state(W);
  W.word(M.Stores);
  Writer.state(W);
  if (P.CrossingPeriod > 1)
    W.word(Rename.iteration() % P.CrossingPeriod);
}

bool Machine::remembers() {
  if (!P.Recordable)
    return false;
  if (!Record)
    Record.emplace(M);
  return true;
}

const History::Moment *Machine::momentBefore() {
  uint64_t D = Record->latest();
  const auto Mix = [&](uint64_t Part) {
    D = (D ^ Part) * 0x9e3779b97f4a7c15u;
    D ^= D >> 29;
  };
  Mix(uint64_t(M.reordered()) << 32 | Queue.size());
  Mix(Execute.signature());
  if (M.reordered())
    Mix(M.Reorder[M.OldestFused].Static->Instr);
  if (!Record->wants(D))
    return nullptr;
  StateWriter &W = Record->begin(iteration(), D);
  restState(W);
  Execute.portState(W);
  if (M.reordered()) {
    const FusedEntry &Oldest = M.Reorder[M.OldestFused];
    W.iteration(Oldest.Iteration);
    W.word(uint64_t(Oldest.Static->Instr) << 32 |
           uint64_t(Oldest.Static->Queued) << 16 | Oldest.Static->Index);
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
