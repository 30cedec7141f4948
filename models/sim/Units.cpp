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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

bool Scheduler::unitsFree(const SimUop &S) const {
  const SimUnits &Units = P.Units[S.Units];
  if (Units.RepeatCycles && RepeatsFrom[Units.Repeat] > M.Now)
    return false;
  ResourceMask Used = Taken | resultsTaken();
  if (!addUnits(S, Used))
    return false;
  return !P.HasLater || all_of(Units.Uses, [&](const ResourceUse &U) {
    return !U.After || freeLater(U);
  });
}

/// Adds to \p Taken what \p S takes besides when it goes. \returns whether that
/// is free.
bool Scheduler::addUnits(const SimUop &S, ResourceMask &Taken) const {
  for (const ResourceUse &U : P.Units[S.Units].Uses) {
    if (U.After)
      continue;
    const ResourceMask Free = U.Resources & ~Taken;
    if (!Free)
      return false;
    Taken |= Free & -Free;
  }
  return true;
}

/// Bits of Later for each of the two buses.
static constexpr unsigned BusBits = 16;
static constexpr uint32_t BusMask = (1u << BusBits) - 1;
static_assert(ResourceUse::MaxDelay < BusBits);

/// The cycles of \p U as bits of Later.
static uint32_t cyclesOf(const ResourceUse &U) {
  return ((1u << U.Cycles) - 1) << U.After << (U.OfFlags ? BusBits : 0);
}

/// Until when \p Resource is kept by what takes it now for \p Cycles: those
/// that others have asked for are theirs.
Cycle Scheduler::keptUntil(unsigned Resource, unsigned Cycles) const {
  Cycle Until = M.Now + Cycles;
  if (P.HasLater)
    for (uint32_t L = (Later[Resource] | Later[Resource] >> BusBits) & BusMask;
         L; L &= L - 1)
      Until += M.Now + countr_zero(L) < Until;
  return Until;
}

/// Resources that \p U may take when it wants them.
ResourceMask Scheduler::freeLater(const ResourceUse &U) const {
  ResourceMask Free = 0;
  for (ResourceMask R = U.Resources; R; R &= R - 1) {
    const unsigned Resource = countr_zero(R);
    const bool IsHeld =
        (Taken & R & -R) && TakenUntil[Resource] > M.Now + U.After;
    if (!IsHeld && !(Later[Resource] & cyclesOf(U)))
      Free |= R & -R;
  }
  return Free;
}

void Scheduler::askForLater(const SimUop &S) {
  for (const ResourceUse &U : P.Units[S.Units].Uses)
    if (U.After) {
      const ResourceMask Free = freeLater(U);
      assert(Free && "a µop that cannot go");
      Later[countr_zero(Free)] |= cyclesOf(U);
    }
}

void Scheduler::takeUnits(const SimUop &S) {
  const SimUnits &Units = P.Units[S.Units];
  if (Units.RepeatCycles)
    RepeatsFrom[Units.Repeat] = M.Now + Units.RepeatCycles;
  for (const ResourceUse &U : Units.Uses) {
    if (U.After)
      continue;
    const ResourceMask Free = U.Resources & ~(Taken | resultsTaken());
    Taken |= Free & -Free;
    TakenUntil[countr_zero(Free)] = keptUntil(countr_zero(Free), U.Cycles);
  }
}

/// Whether load \p U goes to \p Port in vain. Then it is ready again later.
bool Scheduler::losesPort(InFlight &U, unsigned Port) {
  if (!Cache.inUse() || U.Static->Kind != UopKind::Load ||
      Cache.enter(*U.Static, M.Reorder[U.Fused].Iteration, crosses(U), M.Now))
    return false;
  M.MetBanks = true;
  M.MetResources |= ResourceMask(1) << Port;
  holdPort(U, Port);
  U.State = UopState::Scheduled;
  U.Time = Cache.again(U.Number, M.Now);
  U.Next = std::exchange(bucket(U.Time), U.Number);
  return true;
}

/// Loads that still have no data take ports once more.
void Scheduler::repeatLoads() {
  const ResourceMask Ports = Repeats.take(
      M.Now, ~Taken, [&](UopNumber N) { return M.Uops[N].PendingStores != 0; });
  Taken |= Ports;
  for (ResourceMask R = Ports; R; R &= R - 1)
    TakenUntil[countr_zero(R)] = keptUntil(countr_zero(R), 1);
}

/// Resources whose time is over are free again. Those that were asked for this
/// cycle are taken for all that has such a result.
void Scheduler::freeResources() {
  for (ResourceMask R = Taken; R; R &= R - 1)
    if (TakenUntil[countr_zero(R)] <= M.Now)
      Taken &= ~(R & -R);
  RegistersTaken = FlagsTaken = 0;
  for (unsigned Resource = 0; Resource != Later.size(); ++Resource) {
    uint32_t &L = Later[Resource];
    L = L >> 1 & ~(1u << (BusBits - 1)); // no flags become registers
    RegistersTaken |= ResourceMask(L & 1) << Resource;
    FlagsTaken |= ResourceMask(L >> BusBits & 1) << Resource;
  }
}

/// \p U went to \p Port, and keeps it if it takes longer than a cycle.
void Scheduler::holdPort(const InFlight &U, unsigned Port) {
  const SimUop &S = *U.Static;
  const ResourceMask Chosen = ResourceMask(1) << Port;
  const unsigned Cycles = S.PortCycles + crosses(U) + U.Early;
  if (Cycles > 1 && !(Chosen & M.L.Unlimited)) {
    Taken |= Chosen;
    TakenUntil[Port] = keptUntil(Port, Cycles);
  }
}

/// \p U went to \p Port, and keeps it or other units.
void Scheduler::keepPort(const InFlight &U, unsigned Port) {
  const SimUop &S = *U.Static;
  // First, since it makes longer what begins now.
  if (S.Units && P.HasLater)
    askForLater(S);
  holdPort(U, Port);
  if (S.Units)
    takeUnits(S);
}

} // namespace takt::sim
