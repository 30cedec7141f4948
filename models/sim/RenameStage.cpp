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
    : M(M), P(M.P), Queue(Queue), To(To), Moves(C.Rename, M.P, M.L.EveryMove),
      HasWhole(C.Rename.WholeUops && M.L.IssueWidth != Limits::Any),
      SyncsEveryUse(C.Rename.StackSyncsEveryUse &&
                    M.L.IssueWidth != Limits::Any),
      ApartPlaces(M.L.IssueWidth == Limits::Any
                      ? Limits::Any
                      : C.Rename.ApartPlaces.value_or(Limits::Any)),
      ApartPerCycle(M.L.IssueWidth == Limits::Any
                        ? Limits::Any
                        : C.Rename.ApartPerCycle.value_or(Limits::Any)) {}

void RenameStage::beginCycle() {
  // Full is what has less room than a whole group may need (uiCA-model,
  // section 1).
  Open = M.reordered() + M.L.Headroom <= M.L.ReorderBuffer &&
         M.Scheduled + M.L.Headroom <= M.L.Scheduler && !To.hasFullQueue();
  Width = std::min(M.L.IssueWidth, M.L.ReorderBuffer - M.reordered());
  LackedRoom |= !Open | (Width != M.L.IssueWidth);
  WasEmpty = !M.reordered();
  Loads = M.Loads;
  Stores = M.Stores;
  Registers = M.Registers;
}

[[gnu::flatten]] void RenameStage::cycle() {
  Issued = Apart = ApartMore = 0;
  Sequenced = Synced = false;
  if (!Open)
    return;
  if (LLVM_LIKELY(!Turns.empty())) {
    takeInTurn();
  } else {
    while (!Queue.empty() && takeNext(Queue.front()))
      Queue.pop();
  }
  Moves.endCycle();
  // While the first iterations come nothing has been delivered ahead.
  Starved |= Issued < Width && Iteration && Queue.empty();
}

void RenameStage::repeat() {
  if (Queue.order().empty())
    return;
  const unsigned Longest = std::min(LongestRun, M.L.IssueWidth + 1);
  Turns.reserve(Queue.order().size() + Longest);
  for (const QueuedUop &Q : Queue.order()) {
    const SimInstr &I = P.Instrs[Q.Instr];
    Turn T;
    T.Instr = &I;
    T.Begins = Q.Index == 0;
    if (Q.Index < I.NumSimple && !HasWhole)
      T.Group = &P.Queued[I.FirstQueued + Q.Index];
    T.Plain = T.Group && T.Begins && T.Group->Count == 1 && !I.HasExecuted &&
              !I.NumWritten && To.foresees() && !To.hasQueues();
    if (T.Plain)
      T.Only = &P.Fused[T.Group->First];
    Turns.push_back(T);
  }
  countRuns(Longest);
}

/// Finds how many plain turns follow each other, \p Longest at most, and what
/// they take.
void RenameStage::countRuns(unsigned Longest) {
  for (unsigned I = 0; I != Longest; ++I)
    Turns.push_back(Turns[I]);
  unsigned Run = 0;
  for (Turn &T : reverse(Turns)) {
    Run = T.Plain ? std::min(Run + 1, Longest) : 0;
    T.Run = Run;
  }
  uint64_t Memory = 0;
  RegisterCounts Registers = 0;
  for (Turn &T : Turns) {
    T.MemoryBefore = Memory;
    T.RegistersBefore = Registers;
    if (!T.Plain)
      continue;
    Memory += uint64_t(T.Group->Stores) << 32 | T.Group->Loads;
    Registers += T.Group->Registers;
  }
}

/// As many as go, where the queue repeats.
void RenameStage::takeInTurn() {
  const Turn *const Begin = Turns.data();
  const Turn *const End = Begin + Queue.order().size();
  const Turn *T = Begin + Queue.place();
  uint32_t Of = Queue.iteration();
  const unsigned Size = Queue.size();
  unsigned Left = Size;
  while (Left) {
    unsigned Taken = 1;
    if (const unsigned Run = T->Run; LLVM_LIKELY(Run)) {
      Taken = std::min({Run, Left, Width - Issued});
      const Turn &Next = T[Taken];
      if (LLVM_UNLIKELY(!takePlenty(Next.MemoryBefore - T->MemoryBefore,
                                    Next.RegistersBefore - T->RegistersBefore)))
        Taken = findRoom(T, Taken);
      takeRun(T, Taken, Of, End);
      Left -= Taken;
      if (Taken != Run)
        break; // the next one is plain, too
    } else {
      if (!takeTurn(*T, Of))
        break;
      --Left;
    }
    for (T += Taken; T >= End; T -= Queue.order().size())
      ++Of;
  }
  Queue.pop(Size - Left);
}

bool RenameStage::takeTurn(const Turn &T, uint32_t Of) {
  if (T.Group)
    return takeSimple(T.Group, *T.Instr, T.Begins, Of);
  QueuedUop Q = Queue.order()[&T - Turns.data()];
  Q.Iteration = Of;
  return takeNext(Q);
}

/// Of the \p Count plain ones from \p T on, the first one of which is of
/// iteration \p Of.
void RenameStage::takeRun(const Turn *T, unsigned Count, uint32_t Of,
                          const Turn *End) {
  if (!Count)
    return;
  Form = Listed;
  Eliminated = false;
  Issued += Count;
  To.enterEach(Count, [&] {
    if (LLVM_UNLIKELY(T == End)) {
      ++Of;
      End += Queue.order().size();
    }
    return std::pair(T++->Only, Iteration = Of);
  });
}

/// How many of the \p Most plain ones from \p T on have room, one by one. They
/// take it.
unsigned RenameStage::findRoom(const Turn *T, unsigned Most) {
  for (unsigned Count = 0; Count != Most; ++Count) {
    const SimQueued &Group = *T[Count].Group;
    if (!Group.any())
      continue;
    if (!buffersHave(Group))
      return Count;
    takeBuffers(Group);
  }
  return Most;
}

/// Takes what \p Group needs of load buffer, store buffer and registers.
void RenameStage::takeBuffers(const BufferUse &Needed) {
  Loads += Needed.Loads;
  Stores += Needed.Stores;
  Registers += Needed.Registers;
  To.countBuffers(Needed);
}

/// The same if there is more than enough of all. \p Memory: loads, and 32 bits
/// above them stores.
bool RenameStage::takePlenty(uint64_t Memory, RegisterCounts OfEach) {
  if (!(Memory | OfEach))
    return true;
  assert(!M.WaitingLoads.inUse() &&
         "in use only where queues are, or nothing is "
         "foreseen, and so no turn is plain");
  const BufferUse Needed = {uint32_t(Memory), uint32_t(Memory >> 32), OfEach};
  if (Loads + Needed.Loads > M.L.LoadBuffer ||
      Stores + Needed.Stores > M.L.StoreBuffer ||
      exceeds(Registers, Needed.Registers, M.L.Registers))
    return false;
  takeBuffers(Needed);
  return true;
}

/// Issues \p Q if it goes in this cycle.
bool RenameStage::takeNext(const QueuedUop &Q) {
  const SimInstr &I = P.Instrs[Q.Instr];
  if (HasWhole && mustWait(Q, I))
    return false;
  if (Q.Index < I.NumSimple && !isByStackEngine(Q.Origin))
    return takeSimple(&P.Queued[I.FirstQueued + Q.Index], I, Q.Index == 0,
                      Q.Iteration);
  if (!take(Q))
    return false;
  Part = 0;
  Merged = Started = false;
  return true;
}

/// Whether \p Q of \p I waits for a cycle that has room for all of \p I, or
/// that is its own because it comes from microcode.
bool RenameStage::mustWait(const QueuedUop &Q, const SimInstr &I) {
  const bool IsSync = isByStackEngine(Q.Origin);
  const bool Begins = IsSync || (Q.Index == 0 && !Started);
  if (Sequenced && Begins)
    return true;
  if (IsSync)
    return false;
  if (I.Microcode) {
    Sequenced = true;
    return Begins && Issued;
  }
  // In an empty cycle it may be split, or it might never go.
  return Begins && Issued && I.Whole &&
         (I.Whole > Width - Issued ||
          !To.hasRoomForAll(
              ArrayRef(P.Fused).slice(P.Queued[I.FirstQueued].First, I.Whole)));
}

/// Issues \p Group, a queued µop of \p I, the first one if \p Begins, in
/// iteration \p Of. Nothing but its size, its form and the room for it matters.
/// Where forms differ in what they take it is not simple.
bool RenameStage::takeSimple(const SimQueued *Group, const SimInstr &I,
                             bool Begins, uint32_t Of) {
  const bool ComesApart = Group->Count > 1;
  if (Group->Count > Width - Issued || (ComesApart && !mayComeApart()))
    return false;
  const bool Buffers = Group->any();
  if ((Buffers && !buffersHave(*Group)) || !To.hasRoom(P.Fused[Group->First]))
    return false;
  if (Buffers)
    takeBuffers(*Group);
  if (Begins) {
    Form = Listed;
    Eliminated = false;
    if (I.HasExecuted)
      chooseForm(I);
    Moves.overwrite(I, Eliminated);
  }
  if (Form == Executed)
    Group += I.NumQueued;
  Iteration = Of;
  To.issueWhole(*Group, Iteration, Issued, Eliminated);
  Issued += Group->Count;
  Apart += ComesApart;
  ApartMore += Group->Count - 1;
  return true;
}

void RenameStage::issue(const SimFused &F, bool WasEliminated) {
  takeBuffers({F.Loads, F.Stores, F.Registers});
  To.issue(F, Iteration, WasEliminated, Issued++);
}

/// Load buffer, store buffer and register files have room for \p Group.
bool RenameStage::buffersHave(const BufferUse &Group) {
  const bool HasStores = !Stores || Stores + Group.Stores <= M.L.StoreBuffer;
  const bool HasAll = HasStores &&
                      (!Loads || Loads + Group.Loads <= M.L.LoadBuffer) &&
                      M.WaitingLoads.haveRoom(Group.Loads) &&
                      hasRegisters(Registers, Group.Registers, M.L.Registers);
  LackedStores |= !HasStores;
  LackedRoom |= !HasAll;
  return HasAll;
}

/// Issues \p Q, or as much of it as goes in this cycle. \returns whether that
/// is all of it.
bool RenameStage::take(const QueuedUop &Q) {
  if (isByStackEngine(Q.Origin))
    return takeSync(Q);
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
  if (Rest > 1 && !mayComeApart())
    return false;
  if (!buffersHave(Group))
    return false;
  if (Q.Index == 0 && !Started)
    startInstr(I);
  const uint32_t First =
      P.Queued[I.FirstQueued + Q.Index + (Form == Executed ? I.NumQueued : 0)]
          .First;
  const unsigned Now = std::min(Rest, Room);
  if (Rest > 1) {
    ++Apart;
    ApartMore += Now - 1;
  }
  return addUpTo(Q, First, Part + Now) && Now == Rest;
}

/// The rest of the cycle has room for \p Sync and the first µop behind it.
bool RenameStage::hasRoomForPair(const SimFused &Sync) {
  const SimQueued &Use = P.Queued[P.Instrs[Sync.Instr].FirstQueued];
  if (!Use.Count)
    return true;
  const SimFused Pair[] = {Sync, P.Fused[Use.First]};
  return Width - Issued >= 2 && To.hasRoomForAll(Pair);
}

/// Issues \p Q, a stack sync µop, if it goes in this cycle.
bool RenameStage::takeSync(const QueuedUop &Q) {
  const SimFused &Sync = P.sync(Q.Origin, Q.Instr);
  if (SyncsEveryUse && Issued && (Synced || !hasRoomForPair(Sync)))
    return false;
  if (Issued == Width || !To.hasRoom(Sync))
    return false;
  Synced = true;
  Form = Listed;
  Eliminated = false;
  add(Q, &Sync, 1);
  return true;
}

/// Issues fused-domain µops of \p Q, of which the first one is \p First, until
/// \p End have been. \returns whether all found room in the queues.
bool RenameStage::addUpTo(const QueuedUop &Q, uint32_t First, unsigned End) {
  if (!To.hasQueues()) {
    add(Q, P.Fused.data() + First + Part, End - Part);
    Part = End;
    return true;
  }
  for (; Part != End; ++Part) {
    if (!To.hasRoom(P.Fused[First + Part]))
      return false;
    add(Q, &P.Fused[First + Part], 1);
  }
  return true;
}

/// The merges of \p I issue alone in a cycle.
bool RenameStage::takeMerges(const QueuedUop &Q, const SimInstr &I) {
  if (Issued)
    return false;
  Form = Listed;
  Eliminated = false;
  if (!addUpTo(Q, I.FirstMerge, I.NumMerges))
    return false;
  Part = 0;
  Merged = true;
  return false;
}

/// Decides in which form \p I is issued.
void RenameStage::startInstr(const SimInstr &I) {
  Started = true;
  Form = Listed;
  Eliminated = false;
  if (I.HasExecuted)
    chooseForm(I);
  Moves.overwrite(I, Eliminated);
}

void RenameStage::chooseForm(const SimInstr &Move) {
  Eliminated = Moves.eliminate(Move);
  KeptMoves |= !Eliminated;
  Form = Eliminated ? Listed : Executed;
}

/// Issues \p Count fused-domain µops of \p Q.
[[gnu::flatten]] void RenameStage::add(const QueuedUop &Q, const SimFused *F,
                                       unsigned Count) {
  Iteration = Q.Iteration;
  for (; Count; --Count)
    issue(*F++, Eliminated);
  To.endIssue();
}

void RenameStage::state(StateWriter &W) const {
  // Form and Eliminated of an instruction whose first queued µop has gone.
  W.word(uint64_t(Part) << 32 | uint64_t(Merged) << 24 |
         uint64_t(Started) << 16 | uint64_t(Form) << 8 | Eliminated);
  Moves.state(W);
}

} // namespace takt::sim
