//===- Operands.cpp - Who waits for which value -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of the scheduler that deals with values: renaming at issue, waking
/// up those who wait once a µop's time is known, store forwarding.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

void Scheduler::issue(const QueuedUop &Q, const SimFused &F, Variant Form,
                      bool Eliminated, unsigned Slot) {
  const bool IsSync = Q.Origin == UopOrigin::StackSync;
  const uint32_t Entry = M.NextFused++;
  FusedEntry &E = M.Reorder[Entry];
  E = {M.NextUop, F.Count, F.Count, M.Now,    Q.Iteration, Q.Instr,
       Q.Index,   F.Index, F.Loads, F.Stores, Q.Origin,    uint8_t(Form)};
  M.Loads += F.Loads;
  M.Stores += F.Stores;
  if (M.Listener && F.Count == 0)
    M.emitSlot(Stage::Issued, E);
  for (uint32_t Static = F.First; Static != F.First + F.Count; ++Static) {
    const SimUop &S = P.Uops[Static];
    InFlight &U = add(Static, Entry);
    if (S.Ports) {
      ++M.Scheduled;
      if (Ports.atIssue())
        U.Port = Ports.choose(S.PortClass, Slot);
    }
    if (M.Listener)
      M.emit(Stage::Issued, U, M.Now, Eliminated);
    if (IsSync)
      renameSync(U, P.Instrs[Q.Instr].StackPointer, Q.Iteration);
    else if (S.Ports || S.Waits)
      rename(U, S, Q.Iteration);
    else
      alias(U, S, Q.Iteration);
  }
  if (!Settling.empty())
    settleAll();
}

InFlight &Scheduler::add(uint32_t Static, uint32_t Entry) {
  const UopNumber N = M.NextUop++;
  InFlight &U = M.Uops[N];
  U = InFlight();
  U.Number = N;
  U.Static = Static;
  U.Fused = Entry;
  U.Earliest = M.Now + M.L.IssueToDispatch;
  return U;
}

//===----------------------------------------------------------------------===//
// At issue
//===----------------------------------------------------------------------===//

/// Cycles from the producer of \p V to a µop with \p R.
static int32_t latencyOf(const SimRead &R, unsigned Form, int32_t Delay) {
  return Form > Executed ? Delay : R.Latency[Form] + Delay;
}

void Scheduler::rename(InFlight &U, const SimUop &S, uint32_t Iteration) {
  for (const SimRead &R : ArrayRef(P.Reads).slice(S.FirstRead, S.NumReads)) {
    const Value &V = Values[R.Place.at(Iteration)];
    waitFor(U, V.Producer, latencyOf(R, V.Form, V.Delay), /*Memory=*/false);
  }
  if (S.Memory)
    renameMemory(U, S, Iteration);
  for (const ValuePlace &W :
       ArrayRef(P.Writes).slice(S.FirstWrite, S.NumWrites))
    Values[W.at(Iteration)] = {U.Number, 0, S.Form};
  if (!U.Pending)
    operandsKnown(U);
}

/// What \p U waits for in memory, and who will wait for it.
void Scheduler::renameMemory(InFlight &U, const SimUop &S, uint32_t Iteration) {
  forward(U, S, Iteration);
  track(U, S, Iteration);
  if (!P.HasFences)
    return;
  const Fences::Waits W =
      Barriers.issue(U.Number, S, P.Instrs[S.Instr].Order, Iteration);
  for (UopNumber F : W.Fences)
    waitFor(U, F, P.Uops[M.Uops[F].Static].FinishDelay, /*Memory=*/false);
  U.Pending += W.Sections;
  U.Time = std::max(U.Time, W.Known);
}

/// A stack sync µop adds to the stack pointer what its users do not know of.
void Scheduler::renameSync(InFlight &U, const SimRead &R, uint32_t Iteration) {
  Value &V = Values[R.Place.at(Iteration)];
  waitFor(U, V.Producer, latencyOf(R, V.Form, V.Delay), /*Memory=*/false);
  // All later readers of the value find it here; place 0 is for constants.
  if (R.Place.First)
    V = {U.Number, uint16_t(P.SyncLatency), Fixed};
  if (!R.Place.Parity)
    Values[R.Place.First ^ 1] = Values[R.Place.First];
  if (!U.Pending)
    operandsKnown(U);
}

/// A µop without port and with at most one operand gives that on, or nothing to
/// wait for at all.
void Scheduler::alias(InFlight &U, const SimUop &S, uint32_t Iteration) {
  Value V;
  if (S.NumReads) {
    const SimRead &R = P.Reads[S.FirstRead];
    V = Values[R.Place.at(Iteration)];
    V.Delay = std::min<int32_t>(latencyOf(R, V.Form, V.Delay), UINT16_MAX);
  }
  V.Form = S.Form;
  for (const ValuePlace &W :
       ArrayRef(P.Writes).slice(S.FirstWrite, S.NumWrites))
    Values[W.at(Iteration)] = V;
  U.State = UopState::Done;
  --M.Reorder[U.Fused].Open;
  if (M.Listener)
    executed(U, M.Now);
}

/// Notes what later loads may want of \p U.
void Scheduler::track(const InFlight &U, const SimUop &S, uint32_t Iteration) {
  const uint32_t At = Iteration & TrackedMask;
  if (S.Tracked != SimUop::NotTracked)
    Tracked[S.Tracked * (TrackedMask + 1) + At] = {U.Number, 0};
  if (S.TrackedValue == SimUop::NotTracked)
    return;
  const SimRead &R = P.Reads[S.FirstRead];
  const Value &V = Values[R.Place.at(Iteration)];
  Tracked[S.TrackedValue * (TrackedMask + 1) + At] = {
      V.Producer, latencyOf(R, V.Form, V.Delay)};
}

void Scheduler::forward(InFlight &U, const SimUop &S, uint32_t Iteration) {
  for (const SimForward &F :
       ArrayRef(P.Forwards).slice(S.FirstForward, S.NumForwards)) {
    if (Iteration < F.Distance)
      continue;
    const uint32_t At = (Iteration - F.Distance) & TrackedMask;
    const StoredValue &V = Tracked[F.Store * (TrackedMask + 1) + At];
    waitFor(U, V.Producer, V.Delay + int32_t(F.Latency), /*Memory=*/true);
  }
}

/// \p U does not go on before \p Latency cycles after \p Producer. One that has
/// left the ring long since holds up nobody.
void Scheduler::waitFor(InFlight &U, UopNumber Producer, int32_t Latency,
                        bool Memory) {
  if (!Producer)
    return;
  InFlight &From = M.Uops[Producer];
  if (From.Number != Producer)
    return;
  if (From.State == UopState::Done) {
    Cycle &Known = Memory ? U.MemoryTime : U.Time;
    Known = std::max(Known, From.Time + Latency);
    return;
  }
  ++(Memory ? U.PendingStores : U.Pending);
  const uint32_t C = newConsumer();
  Consumers[C] = {U.Number, From.Consumers, Latency, Memory};
  From.Consumers = C;
}

uint32_t Scheduler::newConsumer() {
  if (!FreeConsumer) {
    // Bounded by the operands of the µops in flight.
    Consumers.emplace_back();
    return Consumers.size() - 1;
  }
  const uint32_t C = FreeConsumer;
  FreeConsumer = Consumers[C].Next;
  return C;
}

//===----------------------------------------------------------------------===//
// When a time becomes known
//===----------------------------------------------------------------------===//

/// All operands of \p U are there by cycle Time.
void Scheduler::operandsKnown(InFlight &U) {
  if (!P.Uops[U.Static].Ports) {
    Settling.push_back({U.Number, U.Time});
    return;
  }
  // An operand that arrives just in time costs a cycle (uiCA-model, section 4).
  Cycle Ready = std::max(U.Time, U.Earliest);
  if (U.Time >= U.Earliest && U.Time - U.Earliest < M.L.LateWindow)
    ++Ready;
  U.Time = std::max(Ready, M.Now + 1);
  U.State = UopState::Scheduled;
  schedule(U);
}

/// Puts \p U in the bucket of its cycle, or, if that is too far away, of the
/// last one, where it is looked at again.
void Scheduler::schedule(InFlight &U) {
  const uint32_t Mask = Buckets.size() - 1;
  const Cycle At = std::min(U.Time, M.Now + Mask);
  U.Next = std::exchange(Buckets[At & Mask], U.Number);
}

/// \p U is as if dispatched in cycle \p Time, and tells those who wait for it,
/// and so on.
void Scheduler::settle(InFlight &U, Cycle Time) {
  const SimUop &S = P.Uops[U.Static];
  U.State = UopState::Done;
  U.Time = Time;
  finish(U, S);
  for (uint32_t C = std::exchange(U.Consumers, 0); C;) {
    const Consumer Told = Consumers[C];
    Consumers[C].Next = std::exchange(FreeConsumer, C);
    C = Told.Next;
    InFlight &To = M.Uops[Told.Uop];
    const Cycle Then = Time + Told.Latency;
    if (!Told.Memory) {
      To.Time = std::max(To.Time, Then);
      if (--To.Pending == 0)
        operandsKnown(To);
      continue;
    }
    To.MemoryTime = std::max(To.MemoryTime, Then);
    if (--To.PendingStores == 0 && To.State == UopState::Dispatched)
      Settling.push_back({To.Number, forwardedTime(To)});
  }
}

/// Settles those that settling others has settled.
void Scheduler::settleAll() {
  while (!Settling.empty()) {
    const auto [N, Time] = Settling.pop_back_val();
    settle(M.Uops[N], Time);
  }
}

/// \p U was dispatched in cycle Time and gets its value from stores by cycle
/// MemoryTime: as if it was dispatched so much later.
Cycle Scheduler::forwardedTime(const InFlight &U) const {
  const Cycle Own = P.Uops[U.Static].Own;
  return U.MemoryTime > U.Time + Own ? U.MemoryTime - Own : U.Time;
}

/// \p U has been dispatched and waits for no store.
void Scheduler::settleDispatched(InFlight &U) {
  settle(U, U.MemoryTime ? forwardedTime(U) : U.Time);
  if (!Settling.empty())
    settleAll();
}

/// \p U's time is known, and so when it will have executed.
void Scheduler::finish(InFlight &U, const SimUop &S) {
  FusedEntry &F = M.Reorder[U.Fused];
  const Cycle End = std::max(M.Now, U.Time + S.FinishDelay);
  --F.Open;
  F.Finish = std::max(F.Finish, End);
  if (M.Listener)
    executed(U, End);
  if (P.HasFences)
    finishFences(U, S, End);
}

/// Fences that waited for \p U as the last one.
void Scheduler::finishFences(InFlight &U, const SimUop &S, Cycle End) {
  const auto [Released, Time] = Barriers.finish(U.Number, S, End);
  for (UopNumber N : Released) {
    InFlight &To = M.Uops[N];
    To.Time = std::max(To.Time, Time);
    if (--To.Pending == 0)
      operandsKnown(To);
  }
}

/// Notes that \p U has executed in cycle \p At, to be told when that has come.
void Scheduler::executed(const InFlight &U, Cycle At) {
  Executing.push({At, U.Number});
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void Scheduler::valueState(StateWriter &W, uint32_t Iteration) const {
  // An element's other copy is of the other parity.
  const uint32_t Flip = Iteration & 1;
  uint64_t *Word = W.space(Values.size());
  for (uint32_t I = 0, E = Values.size(); I != E; ++I) {
    const Value &V = Values[I ^ Flip];
    uint64_t &To = *Word++;
    To = 0;
    if (!V.Producer)
      continue;
    const InFlight &U = M.Uops[V.Producer];
    if (U.Number != V.Producer)
      continue;
    if (U.State != UopState::Done)
      To = uint64_t(M.NextUop - V.Producer) << 32 | uint64_t(V.Delay) << 8 |
           V.Form | 1u << 31;
    else if (const Cycle Until = U.Time + V.Delay + P.Horizon; Until > M.Now)
      To = uint64_t(Until - M.Now) << 8 | V.Form;
  }
  for (uint32_t T = 0; T != P.NumTracked; ++T)
    for (uint32_t D = 0; D <= P.MaxDistance && D <= Iteration; ++D) {
      const auto [N, Delay] =
          Tracked[T * (TrackedMask + 1) + ((Iteration - D) & TrackedMask)];
      const InFlight &U = M.Uops[N];
      if (!N || U.Number != N)
        W.word(0);
      else if (U.State != UopState::Done)
        W.word(uint64_t(M.NextUop - N) << 32 | uint32_t(Delay));
      else
        W.time(uint64_t(U.Time) + Delay + P.Horizon);
    }
}

} // namespace takt::sim
