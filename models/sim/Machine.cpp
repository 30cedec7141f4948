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
      M(P, L, Options.Listener), Queue(capacityFor(C, Options.Without)),
      Delivery(K, C, Queue, Options.Listener),
      Front(makeFrontEnd(Options.Without.FrontEnd ? FrontEndKind::Linear
                                                  : C.Fetch.Kind,
                         {K, C, Queue, Delivery, Options.Listener})),
      Rename(M, C, Queue), Execute(M, C) {}

void Machine::cycle() {
  const ArrayRef<IssuedUop> Issued = Rename.cycle();
  retire();
  Execute.wake();
  Execute.beginIssue();
  for (unsigned Slot = 0; Slot != Issued.size(); ++Slot)
    Execute.issue(Issued[Slot], Slot);
  Execute.dispatch();
  if (M.Listener)
    Execute.emitExecuted();
  Front->cycle(M.Now);
  ++M.Now;
}

void Machine::retire() {
  const unsigned Written = std::min(UnwrittenStores, L.StoreWrites);
  UnwrittenStores -= Written;
  M.Stores -= Written;
  for (unsigned N = 0; N != L.RetireWidth && M.reordered(); ++N) {
    const FusedEntry &F = M.Reorder[M.OldestFused];
    if (F.Open || F.Finish >= M.Now)
      return;
    retireOne();
  }
}

void Machine::retireOne() {
  const FusedEntry &F = M.Reorder[M.OldestFused];
  if (M.Listener)
    for (UopNumber N = F.First; N != F.First + F.Count; ++N)
      M.emit(Stage::Retired, M.Uops[N], M.Now);
  M.Loads -= F.Loads;
  UnwrittenStores += F.Stores;
  RetiredIterations = F.Iteration;
  M.OldestUop = F.First + F.Count;
  ++M.OldestFused;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void Machine::state(StateWriter &W) const {
  const uint32_t Iteration = Rename.iteration();
  W.word(Queue.size());
  for (unsigned I = 0; I != Queue.size(); ++I) {
    const QueuedUop &Q = Queue[I];
    W.iteration(Q.Iteration);
    W.word(uint64_t(Q.Instr) << 32 | uint64_t(Q.Index) << 8 |
           uint64_t(Q.Origin));
  }
  Front->state(W);
  Delivery.state(W);
  Rename.state(W);
  W.word(uint64_t(M.Stores) << 32 | UnwrittenStores);
  W.word(M.reordered());
  for (uint32_t N = M.OldestFused; N != M.NextFused; ++N) {
    const FusedEntry &F = M.Reorder[N];
    // The first one and their order tell most of what they are.
    if (N == M.OldestFused)
      W.iteration(F.Iteration);
    W.word(uint64_t(F.Instr) << 32 | uint64_t(F.Fused) << 16 |
           uint64_t(F.Origin) << 8 | F.Form);
    W.time(F.Finish >= M.Now ? F.Finish + 1 : 0);
  }
  Execute.state(W, Iteration);
}

uint64_t Machine::digest() {
  const uint64_t Parts[] = {M.reordered(),
                            Queue.size(),
                            M.Now - std::exchange(LastDigest, M.Now),
                            iteration() -
                                std::exchange(LastIteration, iteration()),
                            M.reordered() ? M.Reorder[M.OldestFused].Instr : 0,
                            Execute.takeActivity(),
                            Execute.signature()};
  uint64_t D = 0;
  for (uint64_t Part : Parts)
    D = (D ^ Part) * 0x9e3779b97f4a7c15u, D ^= D >> 29;
  return D;
}

} // namespace takt::sim
