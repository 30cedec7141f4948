//===- DispatchPorts.cpp - Ports chosen at issue ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler's part for CPUs whose µops get their port when they are
/// issued: each port takes the oldest of its own.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace takt::sim {

/// Each port takes the oldest of the µops that were given to it. They need
/// nothing beside.
void Scheduler::dispatchEach() {
  for (ResourceMask R = ReadyPorts & ~Taken; R; R &= R - 1) {
    const unsigned Port = countr_zero(R);
    ReadyQueue &Q = Queues[Port];
    InFlight &U = M.Uops[oldest(Port)];
    if (++Q.Head == Q.Tail)
      ReadyPorts &= ~(ResourceMask(1) << Port);
    if (LLVM_LIKELY(U.Static->Light && !M.Listener))
      dispatchLight(U, Port);
    else
      dispatchTo(U, Port);
  }
  M.MetResources |= ReadyPorts;
}

/// Like dispatchTo and settle, of most µops.
void Scheduler::dispatchLight(InFlight &U, unsigned Port) {
  const Cycle Now = M.Now;
  --M.Scheduled;
  M.ScheduledSum -= Core::sumTerm(U.Number, Port);
  Ports.dispatched(Port);
  U.State = UopState::Done;
  U.Time = Now;
  U.End = Now + U.Static->FinishDelay;
  UopTimes &T = M.Times[U.Number];
  T.Settled = T.Known = Now;
  if (U.Consumers) {
    tell(U, Now);
    endIssue();
  }
}

/// The same where they may get in each other's way.
void Scheduler::dispatchPorts() {
  struct Pick {
    UopNumber Uop;
    unsigned Port;
  };
  SmallVector<Pick, 16> Picks;
  for (ResourceMask R = ReadyPorts & ~Taken; R; R &= R - 1) {
    const unsigned Port = countr_zero(R);
    const unsigned Q = oldestIn(Port);
    if (Q == NoQueue)
      continue;
    Picks.push_back({oldest(Q), Port});
    // Where they get in each other's way the oldest goes first.
    for (size_t I = Picks.size() - 1; I && Picks[I - 1].Uop > Picks[I].Uop; --I)
      std::swap(Picks[I - 1], Picks[I]);
  }
  for (const Pick &Pick : Picks) {
    const bool Unlimited = M.L.Unlimited >> Pick.Port & 1;
    for (;;) {
      // An older one may have taken the units in the meantime.
      const unsigned Q = oldestIn(Pick.Port);
      if (Q == NoQueue)
        break;
      InFlight &U = M.Uops[oldest(Q)];
      if (!Unlimited && !mayGo(U, *U.Static))
        break;
      popQueue(Pick.Port, Q);
      if (!goTo(U, Pick.Port) && !Unlimited)
        break;
    }
  }
}

} // namespace takt::sim
