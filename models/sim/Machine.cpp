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

/// Fused-domain µops between looks at the state of the front end, beyond each
/// iteration is looked at: a look costs as much as some ten µops.
static constexpr unsigned MostUopsBetweenLooks = 128;

static unsigned capacityFor(const Cpu &C, const Relaxation &Without) {
  const unsigned Capacity = queueCapacity(C);
  if (Without.IssueWidth || Without.FrontEnd)
    return std::max(Capacity, RelaxedQueue);
  return Capacity;
}

Machine::Machine(const Kernel &K, const Cpu &C,
                 const SimulationOptions &Options, bool LoneStores)
    : L(C, Options.Without, LoneStores),
      P(K, C, Options.Without, L.ReorderBuffer),
      Queue(capacityFor(C, Options.Without)),
      Delivery(K, C, Queue, Options.Listener ? &Muffled : nullptr),
      Front(makeFrontEnd(
          Options.Without.FrontEnd ? FrontEndKind::Linear : C.Fetch.Kind,
          {K, C, Queue, Delivery, Options.Listener ? &Muffled : nullptr,
           Options.Without.IssueWidth})),
      Execute(P, L, Options.Listener, C), M(Execute.core()),
      Rename(M, C, Queue, Execute), Writer(P, L, C), Supplied(Queue) {
  Muffled.To = Options.Listener;
  // This front end brings all µops of an iteration, and nothing between them
  // unless it follows the stack pointer.
  if (C.Fetch.Kind == FrontEndKind::Intel && !Options.Without.FrontEnd &&
      !Options.Listener && !Delivery.followsStack()) {
    Queue.repeat(queuedInOrder(K, C));
    Rename.repeat();
  }
  if (C.Fetch.Kind == FrontEndKind::OpCache && C.Fetch.OpCache.StartsFull &&
      !Options.Without.FrontEnd)
    fillQueue(C.Fetch.OpCache.OpQueue);
  Begun = M.Now;
}

/// The front end works until \p Size µops wait, or as long as that may take.
void Machine::fillQueue(unsigned Size) {
  const Cycle End = M.Now + 4 * Size;
  while (Queue.size() < Size && M.Now != End)
    Front->cycle(M.Now++);
}

void Machine::advance(Cycle End, RateMeter &Rate) {
  if (LLVM_LIKELY(Execute.foresees()))
    advanceBy<true>(End, Rate, /*UntilSteady=*/false);
  else
    advanceBy<false>(End, Rate, /*UntilSteady=*/false);
}

std::optional<SteadyPiece> Machine::findSteady(Cycle End, RateMeter &Rate) {
  return LLVM_LIKELY(Execute.foresees())
             ? advanceBy<true>(End, Rate, /*UntilSteady=*/true)
             : advanceBy<false>(End, Rate, /*UntilSteady=*/true);
}

/// As advance or, if \p UntilSteady, as findSteady, by cycles in which the
/// scheduler \p Foresees or does not.
template <bool Foresees>
std::optional<SteadyPiece> Machine::advanceBy(Cycle End, RateMeter &Rate,
                                              bool UntilSteady) {
  do {
    const uint32_t Issuing = iteration();
    do {
      const uint32_t Retiring = RetiredIterations;
      if constexpr (Foresees)
        foreseenCycle();
      else
        cycle();
      if (RetiredIterations != Retiring)
        Rate.retired(M.Now - Begun, RetiredIterations);
    } while (M.Now < End && iteration() == Issuing);
    if (!UntilSteady)
      break;
    if (iteration() != Issuing)
      if (const auto Steady = steadyPiece())
        return Steady;
  } while (M.Now < End && !exhausted());
  return std::nullopt;
}

void Machine::cycle() {
  M.WaitingLoads.beginCycle(M.Now);
  Rename.beginCycle();
  retire();
  Execute.wake();
  Execute.beginIssue();
  const uint32_t Taken = Queue.taken();
  Rename.cycle();
  Supplied.took(Queue.taken() - Taken, M.Now);
  Execute.bindCycle();
  Execute.dispatch();
  if (M.Listener)
    Execute.emitExecuted();
  Front->cycle(M.Now);
  ++M.Now;
}

/// The same where the scheduler foresees: most runs, so it is one function but
/// for renamer and scheduler.
void Machine::foreseenCycle() {
  M.WaitingLoads.beginCycle(M.Now);
  Rename.beginCycle();
  M.Stores -= Writer.cycle();
  retireForeseen();
  Execute.beginIssue();
  Execute.departEarly();
  const uint32_t Taken = Queue.taken();
  Rename.cycle();
  Supplied.took(Queue.taken() - Taken, M.Now);
  Execute.bindCycle();
  Execute.departLate();
  Front->cycle(M.Now);
  ++M.Now;
}

void Machine::retire() {
  M.Stores -= Writer.cycle();
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
  RegisterCounts Registers = 0;
  for (const uint32_t End = retireEnd(); Entry != End; ++Entry) {
    const FusedEntry &F = M.Reorder[Entry];
    if (F.End >= M.Now)
      break;
    Loads += F.Static->Loads;
    Stores += F.Static->Stores;
    Registers += F.Static->Registers;
    Last = &F;
  }
  if (!Last)
    return;
  M.OldestFused = Entry;
  M.OldestUop = Last->First + Last->Static->Count;
  M.Loads -= Loads;
  M.Registers -= Registers;
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
  M.Registers -= Of.Registers;
  retireStores(Of.Stores);
  RetiredIterations = F.Iteration;
  M.OldestUop = F.First + Of.Count;
  ++M.OldestFused;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void Machine::state(StateWriter &W) const {
  frontState(W);
  coreState(W);
  reorderState(W);
  Execute.state(W, Rename.iteration());
}

/// All that comes before the renamer.
void Machine::frontState(StateWriter &W) const {
  queueState(W);
  Front->state(W);
  Delivery.state(W);
}

/// All else but what became of the µops that were issued.
void Machine::coreState(StateWriter &W) const {
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
  const QueuedUop First = Queue.front();
  W.put(Queue.size(), W.since(First.Iteration),
        uint64_t(First.Instr) << 32 | uint64_t(First.Index) << 8 |
            uint64_t(First.Origin));
  if (!Delivery.followsStack())
    return;
  constexpr unsigned PerWord = 32;
  for (unsigned I = 0; I < Queue.size(); I += PerWord) {
    uint64_t Syncs = 0;
    for (unsigned Q = I; Q != std::min(I + PerWord, Queue.size()); ++Q)
      Syncs = Syncs << 2 |
              (isByStackEngine(Queue[Q].Origin) ? unsigned(Queue[Q].Origin) - 1
                                                : 0);
    W.word(Syncs);
  }
}

bool Machine::remembers() {
  if (!P.Recordable)
    return false;
  if (!Record) {
    Record.emplace(M);
    // The state can only come again after a multiple of so many iterations. So
    // one look in so many of them is enough, unless they are long.
    const uint64_t Uops = std::max<size_t>(1, P.Fused.size());
    for (LookEvery = Front->round(); LookEvery % 2 == 0; LookEvery /= 2)
      if (LookEvery * Uops <= MostUopsBetweenLooks)
        break;
    if (LookEvery * Uops > MostUopsBetweenLooks)
      LookEvery = 1;
    NextLook = LookEvery == 1 ? 0 : LookEvery;
  }
  return true;
}

std::optional<SteadyPiece> Machine::steadyPiece() {
  const bool Look = iteration() >= NextLook;
  if (Look && LookEvery != 1)
    NextLook = alignDown(iteration(), LookEvery) + LookEvery;
  // The core is looked at by itself where it never waited for the front end.
  const bool Fed = Supplied.fedSince() <= LastMomentAt &&
                   !Delivery.followsStack() && Supplied.mayRepeat(M.Now);
  LastMomentAt = M.Now;
  if (!Look && !Fed)
    return std::nullopt;
  recordCore();
  if (Look) {
    frontState(Record->beginFront());
    if (const History::Moment *Before = Record->findWhole())
      return SteadyPiece{Before->At, M.Now - Before->At, Before->Iteration,
                         iteration() - Before->Iteration};
  }
  return Fed ? steadyCore() : std::nullopt;
}

std::optional<SteadyPiece> Machine::steadyCore() {
  const History::Moment *Before = Record->findCore(Supplied.fedSince());
  if (!Before)
    return std::nullopt;
  Muffled.Quiet = true;
  const auto Steady = Supplied.repeats(
      *Front, {Before->At, M.Now - Before->At, Before->Iteration,
               iteration() - Before->Iteration});
  Muffled.Quiet = false;
  return Steady;
}

[[gnu::flatten]] void Machine::recordCore() {
  StateWriter &W = Record->begin(iteration());
  coreState(W);
  Execute.portState(W);
  // What the renamer takes next.
  if (!Queue.empty()) {
    const QueuedUop First = Queue.front();
    W.put(W.since(First.Iteration), uint64_t(First.Instr) << 32 |
                                        uint64_t(First.Index) << 8 |
                                        uint64_t(First.Origin));
  }
  if (M.reordered()) {
    const FusedEntry &Oldest = M.Reorder[M.OldestFused];
    W.put(W.since(Oldest.Iteration), uint64_t(Oldest.Static->Instr) << 32 |
                                         uint64_t(Oldest.Static->Queued) << 16 |
                                         Oldest.Static->Index);
  }
  Record->endCore();
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
