//===- DispatchByReads.cpp - Ports that share their reads -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler's part for kernels whose µops share ports of the register file
/// (SharedReads): in a queue one that cannot read is passed by those that can.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace takt::sim {

/// The oldest µop of queue \p Queue that can go to a port of \p Free; 0: none
/// can.
UopNumber Scheduler::oldestReader(unsigned Queue, ResourceMask Free) const {
  const ReadyQueue &Q = Queues[Queue];
  const UopNumber *Ring = &Ready[Q.First];
  for (uint32_t At = Q.Head; At != Q.Tail; ++At) {
    const UopNumber N = Ring[At & ReadyMask];
    const InFlight &U = M.Uops[N];
    if (SharedPorts.readable(*U.Static, U.SharedAt, U.Time,
                             portsOf(Q, *U.Static) & Free, M.Now) &&
        (!U.Static->Units || unitsFree(*U.Static)))
      return N;
  }
  return 0;
}

/// The µop that goes next: of the oldest ones of each set that can go to a port
/// of \p Free the oldest, those that are looked at last behind all others.
ReadyUop Scheduler::nextReader(ResourceMask Free) const {
  ReadyUop First;
  unsigned FirstRank = 0;
  for (unsigned Set : ReadySets) {
    if (!(Queues[Set * UnitClasses].Ports & Free))
      continue;
    ReadyUop Own;
    for (uint32_t Bits = NonEmpty[Set]; Bits; Bits &= Bits - 1) {
      const unsigned Q = Set * UnitClasses + countr_zero(Bits);
      const UopNumber N = oldestReader(Q, Free);
      if (N && (!Own.Uop || N < Own.Uop))
        Own = {Queues[Q].Ports, N, Q};
    }
    if (!Own.Uop)
      continue;
    const unsigned Rank = SharedPorts.rank(*M.Uops[Own.Uop].Static, Own.Ports);
    if (!First.Uop ||
        std::pair(Rank, Own.Uop) < std::pair(FirstRank, First.Uop)) {
      First = Own;
      FirstRank = Rank;
    }
  }
  return First;
}

/// Takes \p N, from wherever it stands, out of its queue.
void Scheduler::takeOut(const ReadyUop &Of) {
  const ReadyQueue &Q = Queues[Of.Queue];
  UopNumber *Ring = &Ready[Q.First];
  uint32_t At = Q.Head;
  while (Ring[At & ReadyMask] != Of.Uop)
    ++At;
  for (; At != Q.Head; --At)
    Ring[At & ReadyMask] = Ring[(At - 1) & ReadyMask];
  const InFlight &U = M.Uops[Of.Uop];
  SharedPorts.countReady(*U.Static, Q.Ports, U.Time, U.hadAll(), -1, M.Now);
  popQueue(Q.Set, Of.Queue);
}

/// Those that were issued in this cycle, and bound to their queues, begin to
/// wait.
void Scheduler::enterReaders() {
  for (UopNumber N : Readers) {
    const InFlight &U = M.Uops[N];
    SharedPorts.enter(*U.Static, Queues[queueOf(U)].Ports, M.Now);
  }
  Readers.clear();
}

void Scheduler::dispatchByReads() {
  enterReaders();
  SharedPorts.beginCycle(M.Now);
  ResourceMask Free = ~Taken;
  while (Free &= ~Taken) {
    const ReadyUop Of = nextReader(Free);
    if (!Of.Uop)
      return;
    InFlight &U = M.Uops[Of.Uop];
    const SimUop &S = *U.Static;
    const ResourceMask Usable = SharedPorts.readable(
        S, U.SharedAt, U.Time, portsOf(Queues[Of.Queue], S) & Free, M.Now);
    if (!(Usable & M.L.Unlimited) && !mayGo(U, S)) {
      Free &= ~Usable; // and nothing younger goes instead
      continue;
    }
    const unsigned Port = portFor(Usable);
    const Cycle ReadyAt = U.Time;
    takeOut(Of);
    if (!goTo(U, Port))
      Free &= ~(ResourceMask(1) << Port & ~M.L.Unlimited);
    if (U.State >= UopState::Dispatched)
      SharedPorts.take(S, U.SharedAt, ReadyAt, Port, Of.Ports, M.Now);
  }
}

} // namespace takt::sim
