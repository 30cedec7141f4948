//===- Issue.cpp - µops enter the back end ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What happens to a µop at issue: it enters reorder buffer and scheduler, gets
/// its port, and learns what it waits for (Operands.cpp).
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include <utility>

using namespace llvm;

namespace takt::sim {

void Scheduler::issue(const SimFused &F, uint32_t Iteration, bool Eliminated,
                      unsigned Slot) {
  issueUops(F, Iteration, Eliminated, Slot);
}

void Scheduler::issueGroup(const SimQueued &Group, uint32_t Iteration,
                           unsigned Slot, bool Eliminated) {
  const SimFused *F = P.Fused.data() + Group.First;
  for (const SimFused *End = F + Group.Count; F != End; ++F, ++Slot)
    issueUops(*F, Iteration, Eliminated, Slot);
  endIssue();
}

/// \p F gets an entry of the reorder buffer and numbers for its µops. All else
/// comes at the end of the cycle (foreseeCycle).
void Scheduler::enter(const SimFused &F, uint32_t Iteration) {
  if (HasQueues) {
    Waiting.nextPlace();
    enterQueues(F);
  }
  const uint32_t Entry = M.NextFused++;
  M.Reorder[Entry] = {&F, M.NextUop, Iteration, NotYet};
  if (HasKinds)
    M.Kinds[Entry] = F.kind();
  M.NextUop += F.Count;
}

template <typename NextT>
void Scheduler::enterEach(unsigned Count, NextT Next) {
  uint32_t Entry = M.NextFused;
  UopNumber N = M.NextUop;
  for (; Count; --Count, ++Entry) {
    const std::pair<const SimFused *, uint32_t> F = Next();
    M.Reorder[Entry] = {F.first, N, F.second, NotYet};
    if (HasKinds)
      M.Kinds[Entry] = F.first->kind();
    N += F.first->Count;
  }
  M.NextFused = Entry;
  M.NextUop = N;
}

void Scheduler::issueUops(const SimFused &F, uint32_t Iteration,
                          bool Eliminated, unsigned Slot) {
  if (Foresees)
    return enter(F, Iteration);
  if (HasQueues)
    Waiting.nextPlace();
  const uint32_t Entry = M.NextFused++;
  M.Reorder[Entry] = {&F, M.NextUop, Iteration, NotYet};
  if (HasKinds)
    M.Kinds[Entry] = F.kind();
  const SimUop *S = F.Uops, *const End = S + F.Count;
  if (LLVM_UNLIKELY(S == End) && M.Listener)
    M.emitSlot(Stage::Issued, M.Reorder[Entry]);
  for (; S != End; ++S)
    if (LLVM_LIKELY(S->Common))
      issueCommon(*S, Entry, Iteration, Slot);
    else
      issueOther(*S, Entry, Iteration, Eliminated, Slot);
}

/// Puts µop \p N, which is \p S of the fused µop \p F, into its queue. \returns
/// whether it waits in front of it.
bool Scheduler::enterQueue(UopNumber N, const SimUop &S, const SimFused &F,
                           uint8_t &Set, bool &HoldsEntry) {
  return Waiting.enter(N, S, &S - F.Uops, Set, HoldsEntry);
}

/// The same of all µops of \p F, none of which waits.
void Scheduler::enterQueues(const SimFused &F) {
  for (unsigned I = 0; I != F.Count; ++I) {
    const UopNumber N = M.NextUop + I;
    InFlight &U = M.Uops[N];
    U.Static = F.Uops + I;
    Waiting.enter(N, *U.Static, I, U.Set, U.HoldsEntry);
  }
}

/// Those get their queues that are bound by cycles.
void Scheduler::bindQueues() {
  Waiting.endCycle([&](UopNumber N, unsigned Queue) {
    Waiting.bindTo(M.Uops[N], Queue);
    M.Times[N].Port = M.Uops[N].Set;
  });
}

/// Like add and rename, of most µops.
void Scheduler::issueCommon(const SimUop &S, uint32_t Entry, uint32_t Iteration,
                            unsigned Slot) {
  const uint32_t Odd = Iteration & 1;
  const UopNumber N = M.NextUop++;
  const Cycle Now = M.Now, Earliest = Now + IssueToDispatch;
  uint32_t Port = InFlight::NoPort, SumPort = 1;
  if (PortsAtIssue)
    Port = SumPort = Ports.choose(S.PortClass, Slot);
  ++M.Scheduled;
  M.ScheduledSum += Core::sumTerm(N, SumPort);
  uint8_t Set = 0;
  bool HoldsEntry = false;
  unsigned Pending = 0;
  if (HasQueues)
    Pending = enterQueue(N, S, *M.Reorder[Entry].Static, Set, HoldsEntry);
  M.Times[N] = {NotYet, NotYet, Earliest, HasQueues ? Set : Port};

  Cycle Time = 0, SharedAt = 0;
  Pending += readOperands(N, S, Odd, Time, SharedAt);
  const bool Prompt = S.Tried && !Pending && Time <= Earliest;
  const bool Early = S.Tried && triedEarly(N, S, Odd);
  UopNumber Next = 0;
  UopState State = UopState::Waiting;
  if (!Pending) {
    Time = readyTime(Time, Earliest);
    Next = std::exchange(bucket(Time), N);
    State = UopState::Scheduled;
  }
  InFlight &U = M.Uops[N];
  U.Static = &S;
  U.Number = N;
  U.Fused = Entry;
  U.Earliest = Earliest;
  U.End = NotYet;
  U.MemoryTime = 0;
  U.Consumers = 0;
  U.Pending = Pending;
  U.PendingStores = 0;
  U.Time = Time;
  U.Next = Next;
  U.Port = Port;
  U.State = State;
  U.Set = Set;
  U.HoldsEntry = HoldsEntry;
  U.SharedAt = SharedAt;
  U.Prompt = Prompt;
  U.Early = Early;
  writeResults(N, S, Odd);
  if (LLVM_UNLIKELY(S.Shared == SharedRead::Operand))
    Readers.push_back(N);
  if (LLVM_UNLIKELY(M.Listener))
    M.emit(Stage::Issued, U, Now);
}

/// What is special of some µops, or of some machines.
void Scheduler::issueOther(const SimUop &S, uint32_t Entry, uint32_t Iteration,
                           bool Eliminated, unsigned Slot) {
  const SimFused &F = *M.Reorder[Entry].Static;
  InFlight &U = add(S, Entry, Slot);
  if (HasQueues) {
    U.Pending = enterQueue(U.Number, S, F, U.Set, U.HoldsEntry);
    M.Times[U.Number].Port = U.Set;
  }
  if (LLVM_UNLIKELY(S.Shared == SharedRead::Operand))
    Readers.push_back(U.Number);
  if (LLVM_UNLIKELY(M.Listener))
    M.emit(Stage::Issued, U, M.Now, Eliminated);
  if (F.Origin == UopOrigin::StackSync)
    renameSync(U, P.Instrs[F.Instr].StackPointer, Iteration);
  else if (S.Ports || S.Waits)
    rename(U, S, Iteration);
  else
    alias(U, S, Iteration);
}

InFlight &Scheduler::add(const SimUop &S, uint32_t Entry, unsigned Slot) {
  const UopNumber N = M.NextUop++;
  const Cycle Earliest = M.Now + IssueToDispatch;
  uint8_t Port = InFlight::NoPort;
  if (S.Ports) {
    ++M.Scheduled;
    if (PortsAtIssue)
      Port = Ports.choose(S.PortClass, Slot);
    M.ScheduledSum += Core::sumTerm(N, PortsAtIssue ? Port : 1);
  }
  M.Times[N] = {NotYet, NotYet, Earliest, Port};
  InFlight &U = M.Uops[N];
  U.Static = &S;
  U.Number = N;
  U.Fused = Entry;
  U.Earliest = Earliest;
  U.End = NotYet;
  U.MemoryTime = 0;
  U.Consumers = 0;
  U.Pending = U.PendingStores = 0;
  U.Time = U.SharedAt = 0;
  U.Port = Port;
  U.State = UopState::Waiting;
  U.Prompt = U.Early = false;
  return U;
}

} // namespace takt::sim
