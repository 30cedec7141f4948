//===- ScratchSummary.cpp - What a copy's loops cost ----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchSummary.h"
#include "takt/models/Bounds.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <memory>
#include <optional>

using namespace llvm;
using namespace takt;

unsigned takt::lineOfScratch(const LoopReport &R) {
  const unsigned Line = R.SourceStart ? R.SourceStart.getLine() : 0;
  return loopOfLine(Line) ? Line : 0;
}

/// Cycles that the ports need for \p K without the branch at its end and what
/// is fused with it.
static double workCycles(const Kernel &K, const Cpu &C) {
  Kernel Work = K;
  while (!Work.Instrs.empty() && Work.Instrs.back().MacroFused)
    Work.Instrs.pop_back();
  if (!Work.Instrs.empty())
    Work.Instrs.pop_back();
  return portBound(Work, C).Cycles.toDouble();
}

/// True if the value of \p D is stored and loaded again at a place that is the
/// same in all iterations of \p K, whether in the same iteration or in a later
/// one: a chain of spilled values has both.
static bool staysInPlace(const MemoryDependence &D, const Kernel &K) {
  const auto Stays = [](const KernelInstr &I) {
    return !I.Accesses.empty() &&
           all_of(I.Accesses, [](const takt::MemoryAccess &A) {
             return A.Step && *A.Step == 0;
           });
  };
  return Stays(K.Instrs[D.Store]) && Stays(K.Instrs[D.Load]);
}

/// \p K without values that go through a place in memory that stays; none: it
/// has none.
static std::optional<Kernel> inRegisters(const Kernel &K) {
  const auto Stays = [&](const MemoryDependence &D) {
    return staysInPlace(D, K);
  };
  if (none_of(K.MemoryDependences, Stays))
    return std::nullopt;
  Kernel Without = K;
  erase_if(Without.MemoryDependences, Stays);
  return Without;
}

static ScratchLoop loopOf(const LoopReport &R, const LoopPlace &Place) {
  ScratchLoop S;
  S.Loop = Place.Loop;
  S.IsOuter = Place.IsOuter;
  S.IsRest = Place.IsRest;
  // Nobody knows what the row takes, nor how often it is that which runs.
  S.Role = R.Facts.BesideFew ? LoopRole::Remainder : R.Facts.Role;
  S.SourceIterations = R.Facts.SourceIterations;
  S.VectorLanes = R.Facts.VectorLanes;
  if (!R.Modelled)
    return S;
  S.Cycles = R.P.Cycles.toDouble();
  if (R.ClockPercent)
    S.ClockPercent = R.ClockPercent;
  S.WorkCycles = workCycles(R.K, *R.C);
  // The vectoriser leaves no value in memory: what goes round there was
  // spilled, and need not be in another shape.
  const std::optional<Kernel> InRegisters =
      S.Role == LoopRole::VectorBody ? inRegisters(R.K) : std::nullopt;
  S.Spills = InRegisters.has_value();
  S.ChainCycles =
      dependenceBound(InRegisters ? *InRegisters : R.K).Cycles.toDouble();
  S.PortCycles = portBound(R.K, *R.C).Cycles.toDouble();
  const double FrontEnd = frontEndBound(R.K, *R.C).Cycles.toDouble();
  S.BoundCycles = std::max({S.PortCycles, FrontEnd, S.ChainCycles});
  S.Instrs = R.K.Instrs.size();
  S.K = std::make_shared<const Kernel>(R.K);
  S.C = R.C;
  unsigned Least = 0;
  for (const KernelInstr &I : R.K.Instrs) {
    S.Uops += I.FusedUops;
    Least += I.FusedUops > 0;
  }
  S.FrontEndCycles = S.Uops ? FrontEnd * Least / S.Uops : 0;
  return S;
}

/// \p K's µops times the iterations of it that were simulated for \p P.
static uint64_t simulatedUops(const Kernel &K, const Prediction &P) {
  const double Cycles = P.Cycles.toDouble();
  return Cycles > 0 ? static_cast<uint64_t>(
                          static_cast<double>(P.Simulated.Simulated) / Cycles *
                          static_cast<double>(K.unfusedUops()))
                    : 0;
}

ScratchResult takt::summarise(const ScratchScope::SeenFunction &Seen) {
  ScratchResult Result;
  Result.Instrs = Seen.Instrs;
  for (const LoopReport &R : Seen.Reports) {
    if (R.Modelled)
      Result.SimulatedUops += simulatedUops(R.K, R.P);
    if (const unsigned Line = lineOfScratch(R)) {
      Result.Loops.push_back(loopOf(R, *loopOfLine(Line)));
      Result.Loops.back().InstrsAround = Seen.InstrsAround.at(Line);
    }
  }
  return Result;
}
