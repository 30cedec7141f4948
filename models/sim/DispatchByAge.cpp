//===- DispatchByAge.cpp - Ports chosen at dispatch -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scheduler's part for CPUs whose µops get their port when they are
/// dispatched (PortChoice::AtDispatch).
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace takt::sim {

/// The oldest µop of each set of ports, some of which is \p Free, that finds
/// its units free.
void Scheduler::findCandidates(ResourceMask Free) {
  Candidates.clear();
  for (unsigned Set : ReadySets)
    if (Queues[Set * UnitClasses].Ports & Free)
      if (const unsigned Q = oldestIn(Set); Q != NoQueue)
        Candidates.push_back({portsOf(Q), oldest(Q), Q});
}

/// The oldest one of those that find a port of \p Free; the others are left out
/// from then on. Null: there is none.
ReadyUop *Scheduler::oldestCandidate(ResourceMask Free) {
  ReadyUop *First = nullptr;
  for (size_t I = 0; I != Candidates.size();) {
    ReadyUop &C = Candidates[I];
    if (!(C.Ports & Free)) {
      C = Candidates.back();
      Candidates.pop_back();
      continue;
    }
    if (!First || C.Uop < First->Uop)
      First = &C;
    ++I;
  }
  return First;
}

/// \p U, which is in no queue any more, goes to \p Port, or is held back if the
/// port's result bus has no room, or if there is none of its banks left to be
/// read. \returns whether others may have the port.
bool Scheduler::goTo(InFlight &U, unsigned Port) {
  if (!findsBanks(U))
    return true;
  if (losesPort(U, Port))
    return false;
  const ResultBuses::Room Room = Buses.take(*U.Static, Port);
  if (Room == ResultBuses::Room::Found)
    dispatchTo(U, Port);
  else
    Held.push_back(U.Number);
  return Room == ResultBuses::Room::ForOthers;
}

/// The oldest µop that finds a port goes first, and so on.
void Scheduler::dispatchByAge() {
  ResourceMask Free = ~Taken;
  findCandidates(Free);
  while (Free &= ~Taken) {
    ReadyUop *const First = oldestCandidate(Free);
    if (!First)
      return;
    InFlight &U = M.Uops[First->Uop];
    const ResourceMask Usable = First->Ports & Free;
    if (!(Usable & M.L.Unlimited) && !mayGo(U, *U.Static)) {
      Free &= ~Usable; // and nothing younger goes instead
      continue;
    }
    const unsigned Set = First->Queue / UnitClasses, Port = portFor(Usable);
    const ResourceMask WereTaken = Taken;
    const bool Repeats = P.Units[U.Static->Units].RepeatCycles ||
                         (P.HasLater && U.Static->Units);
    popQueue(Set, First->Queue);
    if (!goTo(U, Port))
      Free &= ~(ResourceMask(1) << Port & ~M.L.Unlimited);
    // Others may not find their units free any more.
    if (Taken != WereTaken || Repeats) {
      findCandidates(Free &= ~Taken);
    } else if (const unsigned Q =
                   Queues[First->Queue].Ports & Free ? oldestIn(Set) : NoQueue;
               Q != NoQueue) {
      First->Ports = portsOf(Q);
      First->Uop = oldest(Q);
      First->Queue = Q;
    } else {
      *First = Candidates.back();
      Candidates.pop_back();
    }
  }
}

/// Of several free ports the one that the kernel needs least.
unsigned Scheduler::portFor(ResourceMask Ports) const {
  unsigned Best = countr_zero(Ports);
  for (ResourceMask R = Ports & (Ports - 1); R; R &= R - 1)
    if (Pressure[countr_zero(R)] < Pressure[Best])
      Best = countr_zero(R);
  return Best;
}

} // namespace takt::sim
