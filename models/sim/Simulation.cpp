//===- Simulation.cpp - The cycle-level machine -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Simulation.h"
#include "LoneStores.h"
#include "Machine.h"
#include "SteadyState.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;
using namespace takt::sim;

PipelineListener::~PipelineListener() = default;

/// Beyond, cycles and µops could not be counted in 32 bits.
static constexpr uint64_t MostCycles = uint64_t(1) << 30;
/// What long kernels get beyond SimulationOptions::MaxCycles.
static constexpr uint64_t CyclesPerUop = 8;

namespace {
/// The cycles that a run may take. It gets as many again, and up to eight times
/// as many, while iterations do not tell anything yet but something retires:
/// 2000 roots that wait for each other take 40000 cycles.
class CycleBudget {
public:
  explicit CycleBudget(uint64_t Cycles) : Once(Cycles), Cycles(Cycles) {}

  uint64_t cycles() const { return Cycles; }

  /// Whether none are left after \p Now cycles, in which \p Uops retired.
  bool isSpent(uint64_t Now, const RateMeter &Rate, uint64_t Uops) {
    if (Now >= Cycles && !Rate.tells() && Uops > Before &&
        Cycles + Once <= std::min(MostTimes * Once, MostCycles)) {
      Before = Uops;
      Cycles += Once;
    }
    return Now >= Cycles;
  }

private:
  static constexpr uint64_t MostTimes = 8;
  const uint64_t Once;
  uint64_t Cycles, Before = 0;
};
} // namespace

static bool deliversNothing(const Kernel &K, const Cpu &C) {
  return all_of(K.Instrs,
                [&](const KernelInstr &I) { return !queuedUops(I, C); });
}

static void setPeriod(SimulationResult &R, const SteadyPiece &S) {
  R.Exact = true;
  R.Period = S.Iterations;
  R.Cycles = Rational(S.Cycles, S.Iterations);
  R.FirstIteration = S.FirstIteration;
  R.FirstCycle = S.FirstCycle;
}

static SimulationResult run(const Kernel &K, const Cpu &C,
                            const SimulationOptions &Options, bool LoneStores) {
  SimulationResult R;
  Machine M(K, C, Options, LoneStores);
  const bool Remembers = M.remembers();
  PeriodFinder Finder;
  RateMeter Rate(Options.Patience);
  const uint64_t MaxCycles =
      std::min(Options.MaxCycles + CyclesPerUop * K.unfusedUops(), MostCycles);
  CycleBudget Budget(MaxCycles);
  // A queue that is full at first took cycles that are none of the run.
  const uint64_t Start = M.now();
  uint32_t Iteration = 0;
  std::optional<uint32_t> Last;
  while (!R.Exact && !M.exhausted()) {
    const uint64_t Now = M.now() - Start;
    if (Rate.ends(Now) || Budget.isSpent(Now, Rate, M.retired())) {
      if (!Last)
        Last = M.iteration();
      // A machine that makes no progress never tells.
      if (!M.mayTell(*Last) || Now >= 2 * Budget.cycles())
        break;
    }
    // Where it might end is looked at in each cycle.
    const uint64_t Sure = std::min(Options.Patience, MaxCycles);
    const uint64_t Until = Start + std::max(Sure, Now + 1);
    if (Remembers) {
      if (const auto Steady = M.findSteady(Until, Rate))
        setPeriod(R, *Steady);
      continue;
    }
    M.advance(Until, Rate);
    if (M.iteration() == Iteration)
      continue;
    Iteration = M.iteration();
    if (Finder.check({M.now(), Iteration}, M.digest(),
                     [&](StateWriter &W) { M.state(W); })) {
      const auto [Cycle, First] = Finder.match();
      setPeriod(R, {sim::Cycle(Cycle), sim::Cycle(M.now() - Cycle),
                    uint32_t(First), uint32_t(Iteration - First)});
    }
  }
  R.Met = M.met();
  if (!R.Exact) {
    const Rational Least = M.leastStoreCycles();
    R.Cycles = Rate.mean(M.now() - Start, M.retired(), K.fusedUops());
    if (R.Cycles < Least) {
      // The stores' buffer, which fills slowly, will be in the way.
      R.Cycles = Least;
      R.Met.Buffers = true;
      R.Met.Resources |= C.StoreDataPorts;
    }
  }
  const uint64_t MinCycles = std::min(Options.MinCycles, MostCycles);
  while (M.now() < MinCycles && !M.exhausted())
    M.advance(MinCycles, Rate);
  R.Simulated = M.now();
  return R;
}

SimulationResult takt::simulate(const Kernel &K, const Cpu &C,
                                const SimulationOptions &Options) {
  if (deliversNothing(K, C)) {
    SimulationResult R;
    R.Exact = true;
    return R;
  }
  const LoneStoresRule Rule(K, C, Options.Without);
  if (!Rule.mayLeaveAlone())
    return run(K, C, Options, /*LoneStores=*/false);
  // Nobody follows the run that tells.
  SimulationOptions Alone = Options;
  Alone.Listener = nullptr;
  Alone.MinCycles = 0;
  const SimulationResult Together = run(K, C, Alone, /*LoneStores=*/false);
  const bool LoneStores = Rule.leaveAlone(Together.Cycles);
  if (!LoneStores && !Options.Listener && !Options.MinCycles)
    return Together;
  SimulationResult R = run(K, C, Options, LoneStores);
  R.Met.LoneStores = LoneStores;
  return R;
}
