//===- Units.cpp - What stays taken for longer ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ports that a µop keeps for longer than a cycle, and the units beside them.
///
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

bool Scheduler::unitsFree(const SimUop &S) const {
  const SimUnits &Units = P.Units[S.Units];
  if (Units.Passes && PassesBlocked)
    return false;
  if (Units.RepeatCycles && RepeatsFrom[Units.Repeat] > M.Now)
    return false;
  ResourceMask Used = Taken;
  for (const ResourceUse &U : Units.Uses) {
    const ResourceMask Free = U.Resources & ~Used;
    if (!Free)
      return false;
    Used |= Free & -Free;
  }
  return true;
}

void Scheduler::takeUnits(const SimUop &S) {
  const SimUnits &Units = P.Units[S.Units];
  if (Units.RepeatCycles)
    RepeatsFrom[Units.Repeat] = M.Now + Units.RepeatCycles;
  for (const ResourceUse &U : Units.Uses) {
    const ResourceMask Free = U.Resources & ~Taken;
    Taken |= Free & -Free;
    TakenUntil[countr_zero(Free)] = M.Now + U.Cycles;
  }
}

/// Lets load \p U, the oldest that is ready, through MemoryPipes::LoadPasses.
/// \returns false where it has to wait, and all others with it.
bool Scheduler::takePasses(const InFlight &U) {
  const unsigned Passes = P.Units[U.Static->Units].Passes;
  if (!Passes || (Memory.LoadPasses & M.L.Unlimited))
    return true;
  const unsigned Needed = Passes + crosses(U);
  const unsigned Left = NumPasses - std::min(PassesTaken, NumPasses);
  PassesBlocked = Needed <= NumPasses ? Left < Needed : Left == 0;
  if (!PassesBlocked)
    PassesTaken += Needed;
  return !PassesBlocked;
}

/// Whether \p U goes to \p Port. If that is in vain it is ready again later.
Scheduler::Way Scheduler::wayFor(InFlight &U, unsigned Port) {
  if (!Cache.inUse() || U.Static->Kind != UopKind::Load)
    return takePasses(U) ? Way::Free : Way::Wait;
  using Fate = CacheReads::Fate;
  const Fate To =
      Cache.enter(*U.Static, M.Reorder[U.Fused].Iteration, crosses(U), M.Now);
  // Of ports without limit none is lost.
  const bool Waits =
      To == Fate::Waits || (To == Fate::NoPass && M.L.Unlimited >> Port & 1);
  PassesBlocked |= Waits;
  if (To == Fate::Goes || Waits)
    return Waits ? Way::Wait : Way::Free;
  if (To == Fate::Conflict)
    holdPort(U, Port);
  U.State = UopState::Scheduled;
  U.Time = Cache.again(U.Number, M.Now);
  U.Next = std::exchange(bucket(U.Time), U.Number);
  return Way::Lost;
}

/// Resources whose time is over are free again.
void Scheduler::freeResources() {
  for (ResourceMask R = Taken; R; R &= R - 1)
    if (TakenUntil[countr_zero(R)] <= M.Now)
      Taken &= ~(R & -R);
}

/// \p U went to \p Port, and keeps it if it takes longer than a cycle.
void Scheduler::holdPort(const InFlight &U, unsigned Port) {
  const SimUop &S = *U.Static;
  const ResourceMask Chosen = ResourceMask(1) << Port;
  unsigned Cycles = S.PortCycles;
  if (Cache.inUse() || !P.Units[S.Units].Passes)
    Cycles += crosses(U);
  if (Cycles > 1 && !(Chosen & M.L.Unlimited)) {
    Taken |= Chosen;
    TakenUntil[Port] = M.Now + Cycles;
  }
}

/// \p U went to \p Port, and keeps it or other units.
void Scheduler::keepPort(const InFlight &U, unsigned Port) {
  holdPort(U, Port);
  if (const SimUop &S = *U.Static; S.Units)
    takeUnits(S);
}

} // namespace takt::sim
