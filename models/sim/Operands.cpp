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
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

//===----------------------------------------------------------------------===//
// At issue
//===----------------------------------------------------------------------===//

void Scheduler::rename(InFlight &U, const SimUop &S, uint32_t Iteration) {
  const uint32_t Odd = Iteration & 1;
  const unsigned Delay =
      LLVM_UNLIKELY(S.Delayed) ? delayOf(U.Number, S, Odd) : 0;
  // It may wait in front of its queue.
  U.Pending += readOperands(U.Number, S, Odd, U.Time, U.SharedAt);
  if (S.Tried) {
    U.Prompt = !U.Pending && U.Time <= U.Earliest;
    U.Early = triedEarly(U.Number, S, Odd);
  }
  if (S.Memory)
    renameMemory(U, S, Iteration);
  writeResults(U.Number, S, Odd, Delay);
  if (!U.Pending)
    operandsKnown(U);
}

/// What µop \p N waits for. Those that are known raise \p Time. \returns how
/// many are not.
unsigned Scheduler::readOperands(UopNumber N, const SimUop &S, uint32_t Odd,
                                 Cycle &Time, Cycle &SharedAt) {
  unsigned Pending = 0;
  const SimRead *R = Reads + S.FirstRead;
  for (const SimRead *End = R + S.NumReads; R != End; ++R) {
    const Value V = Values[R->Place ^ Odd];
    if (isGone(V.Producer, N))
      continue;
    const Cycle Settled = M.Times[V.Producer].Settled;
    if (Settled != NotYet) {
      const Cycle At = Settled + V.latency(*R);
      Time = std::max(Time, At);
      if (LLVM_UNLIKELY(R->Shared))
        SharedAt = At;
      continue;
    }
    ++Pending;
    addConsumer(V.Producer, N, V.latency(*R), /*Memory=*/false, R->Shared);
  }
  return Pending;
}

/// Whether µop \p N, which is issued now, takes an operand's producer to be as
/// ready as it is itself (Scheduling::EarlyTries).
bool Scheduler::triedEarly(UopNumber N, const SimUop &S, uint32_t Odd) const {
  return any_of(ArrayRef(P.Reads).slice(S.FirstRead, S.NumReads),
                [&](const SimRead &R) {
                  const Value V = Values[R.Place ^ Odd];
                  if (!R.General || isGone(V.Producer, N) ||
                      M.Times[V.Producer].Settled != NotYet)
                    return false;
                  const InFlight &From = M.Uops[V.Producer];
                  return From.Static->Tried && From.Prompt &&
                         From.Earliest + 1 >= M.Now + IssueToDispatch &&
                         V.latency(R) == 1;
                });
}

/// By how many cycles the results of µop \p N, which is issued now, come later
/// because what makes an operand is issued in the same cycle.
unsigned Scheduler::delayOf(UopNumber N, const SimUop &S, uint32_t Odd) const {
  unsigned Delay = 0;
  for (const SimRead &R : ArrayRef(P.Reads).slice(S.FirstRead, S.NumReads)) {
    const UopNumber From = Values[R.Place ^ Odd].Producer;
    if (R.Together && !isGone(From, N) &&
        M.Times[From].Earliest == M.Now + IssueToDispatch)
      Delay = std::max<unsigned>(Delay, R.Together);
  }
  return Delay;
}

void Scheduler::writeResults(UopNumber N, const SimUop &S, uint32_t Odd,
                             unsigned Delay) {
  const ValuePlace *W = Writes + S.FirstWrite;
  for (const ValuePlace *End = W + S.NumWrites; W != End; ++W)
    Values[*W ^ Odd] = {N, S.Form | Delay << Value::DelayShift};
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
    if (F >= M.OldestUop)
      waitFor(U, F, M.Uops[F].Static->FinishDelay, /*Memory=*/false);
  U.Pending += W.Sections;
  U.Time = std::max(U.Time, W.Known);
}

/// A stack sync µop adds to the stack pointer what its users do not know of.
void Scheduler::renameSync(InFlight &U, const SimRead &R, uint32_t Iteration) {
  const uint32_t At = elementOf(R.Place, Iteration);
  waitFor(U, Values[At].Producer, Values[At].latency(R), /*Memory=*/false);
  // All later readers of the value find it here; place 0 is for constants.
  if (R.Place > 1)
    Values[At] = {U.Number, P.SyncLatency << Value::DelayShift | Fixed};
  if (R.BothElements)
    Values[At ^ 1] = Values[At];
  if (!U.Pending)
    operandsKnown(U);
}

/// A µop without port and with at most one operand: its value is there when
/// that is, or from the start. It is done at once.
void Scheduler::alias(InFlight &U, const SimUop &S, uint32_t Iteration) {
  Value V;
  V.How = S.Form;
  U.State = UopState::Done;
  UopTimes &T = M.Times[U.Number];
  T.Settled = T.Known = 0;
  U.End = M.Now;
  if (S.NumReads) {
    const SimRead &R = Reads[S.FirstRead];
    const Value From = Values[elementOf(R.Place, Iteration)];
    waitFor(U, From.Producer, From.latency(R), /*Memory=*/false);
    V.Producer = U.Number;
    T.Settled = U.Pending ? NotYet : U.Time;
    T.Known = U.Pending ? NotYet : M.Now;
  }
  for (ValuePlace W : ArrayRef(P.Writes).slice(S.FirstWrite, S.NumWrites))
    Values[elementOf(W, Iteration)] = V;
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
  const Value &V = Values[elementOf(R.Place, Iteration)];
  Tracked[S.TrackedValue * (TrackedMask + 1) + At] = {V.Producer, V.latency(R)};
}

void Scheduler::forward(InFlight &U, const SimUop &S, uint32_t Iteration) {
  for (const SimForward &F :
       ArrayRef(P.Forwards).slice(S.FirstForward, S.NumForwards)) {
    if (Iteration < F.Distance)
      continue;
    const uint32_t At = (Iteration - F.Distance) & TrackedMask;
    const StoredValue &V = Tracked[F.Store * (TrackedMask + 1) + At];
    if (F.FromRetirement && V.Producer >= M.OldestUop) {
      // By then the address is known, too.
      if (M.Uops[V.Producer].Static->Kind == UopKind::StoreData) {
        ++U.PendingStores;
        Failing.push_back({V.Producer, U.Number, F.Latency});
      }
      continue;
    }
    waitFor(U, V.Producer, V.Delay + int32_t(F.Latency), /*Memory=*/true);
  }
}

/// \p U does not go on before \p Latency cycles after \p Producer. One that is
/// gone holds up nobody.
void Scheduler::waitFor(InFlight &U, UopNumber Producer, int32_t Latency,
                        bool Memory) {
  if (isGone(Producer, U.Number))
    return;
  if (const Cycle Settled = M.Times[Producer].Settled; Settled != NotYet) {
    Cycle &Known = Memory ? U.MemoryTime : U.Time;
    Known = std::max(Known, Settled + Latency);
    return;
  }
  ++(Memory ? U.PendingStores : U.Pending);
  addConsumer(Producer, U.Number, Latency, Memory);
}

void Scheduler::addConsumer(UopNumber Producer, UopNumber N, int32_t Latency,
                            bool Memory, bool Shared) {
  if (LLVM_UNLIKELY(!FreeConsumer))
    moreConsumers();
  const uint32_t C = FreeConsumer;
  Consumer &To = Consumers[C];
  FreeConsumer = To.Next;
  uint32_t &First = M.Uops[Producer].Consumers;
  To = {N, First, Latency, Memory, Shared};
  First = C;
}

/// Makes some more; bounded by the operands of the µops in flight.
void Scheduler::moreConsumers() {
  constexpr uint32_t Number = 128;
  for (uint32_t N = 0; N != Number; ++N) {
    Consumers.push_back({0, FreeConsumer, 0, false, false});
    FreeConsumer = Consumers.size() - 1;
  }
}

//===----------------------------------------------------------------------===//
// When a time becomes known
//===----------------------------------------------------------------------===//

/// All operands of \p U are there by cycle Time.
void Scheduler::operandsKnown(InFlight &U) {
  if (!U.Static->Ports) {
    Settling.push_back({U.Number, U.Time});
    return;
  }
  U.Time = std::max(readyTime(U.Time, U.Earliest), M.Now + 1);
  U.State = UopState::Scheduled;
  U.Next = std::exchange(bucket(U.Time), U.Number);
}

/// \p U is as if dispatched in cycle \p Time, and tells those who wait for it,
/// and so on.
void Scheduler::settle(InFlight &U, Cycle Time) {
  U.State = UopState::Done;
  U.Time = Time;
  U.End = std::max(M.Now, Time + U.Static->FinishDelay);
  UopTimes &T = M.Times[U.Number];
  T.Settled = Time;
  T.Known = M.Now;
  if (LLVM_UNLIKELY(M.Listener))
    executed(U, U.End);
  if (LLVM_UNLIKELY(P.HasFences))
    finishFences(U, U.End);
  if (U.Consumers)
    tell(U, Time);
}

/// The value that \p U, which is done, hands on is known.
void Scheduler::settleAlias(InFlight &U, Cycle Time) {
  M.Times[U.Number].Settled = Time;
  M.Times[U.Number].Known = M.Now;
  if (U.Consumers)
    tell(U, Time);
}

/// Those who wait for \p U learn that it settled in cycle \p Time.
void Scheduler::tell(InFlight &U, Cycle Time) {
  for (uint32_t C = std::exchange(U.Consumers, 0); C;) {
    const Consumer Told = Consumers[C];
    Consumers[C].Next = std::exchange(FreeConsumer, C);
    C = Told.Next;
    InFlight &To = M.Uops[Told.Uop];
    const Cycle Then = Time + Told.Latency;
    if (!Told.Memory) {
      To.Time = std::max(To.Time, Then);
      if (LLVM_UNLIKELY(Told.Shared))
        To.SharedAt = Then;
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
    InFlight &U = M.Uops[N];
    if (U.State == UopState::Done)
      settleAlias(U, Time);
    else
      settle(U, Time);
  }
}

/// \p U was dispatched in cycle Time and gets its value from stores by cycle
/// MemoryTime: as if it was dispatched so much later.
Cycle Scheduler::forwardedTime(const InFlight &U) const {
  const Cycle Own = U.Static->Own;
  return U.MemoryTime > U.Time + Own ? U.MemoryTime - Own : U.Time;
}

/// Loads that wait until the store is on its way to the cache go on.
void Scheduler::retired(const FusedEntry &F) {
  llvm::erase_if(Failing, [&](const FailedForward &Wait) {
    if (Wait.Store - F.First >= F.Static->Count)
      return false;
    InFlight &To = M.Uops[Wait.Load];
    To.MemoryTime = std::max(To.MemoryTime, M.Now + Wait.Latency);
    if (--To.PendingStores == 0 && To.State == UopState::Dispatched)
      Settling.push_back({To.Number, forwardedTime(To)});
    return true;
  });
  settleAll();
}

/// Fences that waited for \p U as the last one.
void Scheduler::finishFences(InFlight &U, Cycle End) {
  const auto [Released, Time] = Barriers.finish(U.Number, *U.Static, End);
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

} // namespace takt::sim
