//===- SchedulerState.cpp - What the scheduler is about to do ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of the scheduler as the search for the period sees it.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

void Scheduler::uopState(StateWriter &W) const {
  // The times of a µop in one word if they are small, which they nearly always
  // are; else in three.
  constexpr unsigned MostWords = 5;
  constexpr uint64_t Large = (1 << 16) - 1;
  const auto Until = [Now = M.Now](uint64_t Time) {
    return Time > Now ? Time - Now : 0;
  };
  const uint64_t HandedOn = SharedPorts.handedOn();
  uint64_t *Word = W.space(size_t(MostWords) * (M.NextUop - M.OldestUop));
  for (UopNumber N = M.OldestUop; N != M.NextUop; ++N) {
    const InFlight &U = M.Uops[N];
    uint64_t Time = 0, Memory = 0;
    const bool InQueue = HasQueues && U.State < UopState::Dispatched;
    const uint64_t Tag =
        uint64_t(U.State) << 40 | uint64_t(InQueue ? U.Set : U.Port) << 32 |
        uint64_t(InQueue && U.HoldsEntry) << 47 |
        uint64_t(U.State < UopState::Dispatched && U.Early) << 45 |
        uint64_t(U.Prompt && U.Earliest >= M.Now) << 44;
    if (P.HasSharedReads && U.State < UopState::Dispatched &&
        U.Static->Shared != SharedRead::None)
      *Word++ = (U.State == UopState::Ready && SharedPorts.keeps(*U.Static)
                     ? SharedPorts.reads(*U.Static, U.SharedAt, U.Time, M.Now)
                     : Until(uint64_t(U.SharedAt) + HandedOn))
                    << 2 |
                (U.State == UopState::Ready && U.hadAll()
                     ? Until(SharedPorts.asksAt(U.Time))
                     : 0);
    // When it went matters as long as that can be asked for.
    if (U.State >= UopState::Dispatched)
      Time = Until(uint64_t(U.Time) + P.Horizon);
    if (U.State == UopState::Done && Time < Large) {
      *Word++ = Tag | Time << 16;
      continue;
    }
    if (U.State == UopState::Waiting)
      *Word++ = uint64_t(U.Pending) << 32 | Until(U.Earliest);
    if (U.State < UopState::Ready)
      Time = Until(U.Time);
    if (U.State != UopState::Done)
      Memory = Until(U.MemoryTime);
    *Word++ = uint64_t(U.PendingStores) << 48 | Tag |
              std::min(Time, Large) << 16 | std::min(Memory, Large);
    if (Time >= Large || Memory >= Large) {
      *Word++ = Time;
      *Word++ = Memory;
    }
  }
  W.end(Word);
}

void Scheduler::valueState(StateWriter &W, uint32_t Iteration) const {
  // An element's other copy is of the other parity.
  const uint32_t Flip = Iteration & 1;
  uint64_t *Word = W.space(Values.size());
  for (uint32_t I = 0, E = Values.size(); I != E; ++I) {
    const Value &V = Values[I ^ Flip];
    uint64_t &To = *Word++;
    To = 0;
    if (M.isGone(V.Producer))
      continue;
    const Cycle Settled = M.Times[V.Producer].Settled;
    if (Settled == NotYet)
      To = uint64_t(M.NextUop - V.Producer) << 32 | V.How | 1u << 31;
    else if (const Cycle Until = Settled + V.delay() + P.Horizon; Until > M.Now)
      To = uint64_t(Until - M.Now) << 8 | V.form();
  }
  for (uint32_t T = 0; T != P.NumTracked; ++T)
    for (uint32_t D = 0; D <= P.MaxDistance && D <= Iteration; ++D) {
      const auto [N, Delay] =
          Tracked[T * (TrackedMask + 1) + ((Iteration - D) & TrackedMask)];
      if (M.isGone(N))
        W.word(0);
      else if (M.Times[N].Settled == NotYet)
        W.word(uint64_t(M.NextUop - N) << 32 | uint32_t(Delay));
      else
        W.time(uint64_t(M.Times[N].Settled) + Delay + P.Horizon);
    }
}

void Scheduler::state(StateWriter &W, uint32_t Iteration) const {
  portState(W);
  uopState(W);
  valueState(W, Iteration);
  Barriers.state(W);
}

void Scheduler::portState(StateWriter &W) const {
  Ports.state(W);
  if (M.WaitingLoads.inUse())
    M.WaitingLoads.state(W, M.Now);
  if (HasQueues)
    Waiting.state(W);
  if (Cache.inUse())
    Cache.state(W, M.Now, M.NextUop);
  Buses.state(W);
  Late.state(W);
  SharedPorts.state(W, M.Now);
  if (Repeats.inUse())
    Repeats.state(W, M.NextUop);
  if (!P.AnyKeeps && !Repeats.inUse())
    return;
  for (Cycle T : TakenUntil)
    W.time(T);
  for (Cycle T : RepeatsFrom)
    W.time(T);
  for (uint32_t L : Later)
    W.word(L);
}

uint64_t Scheduler::signature() const {
  const uint64_t Own = Ports.signature() * 31 + M.Scheduled;
  return HasQueues ? Own * 31 + Waiting.signature() : Own;
}

} // namespace takt::sim
