//===- Simulation.cpp - The cycle-level machine -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Simulation.h"
#include "Machine.h"
#include "SteadyState.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;
using namespace takt::sim;

PipelineListener::~PipelineListener() = default;

namespace {

/// When iterations retired: a bounded number of samples, each second one of
/// which goes when they get too many.
class RetireLog {
public:
  void note(uint64_t Cycle, uint64_t Iteration, uint64_t Uops) {
    if (!Samples.empty() && Iteration < Samples.back().Iteration + Stride)
      return;
    if (Samples.size() == Limit) {
      for (size_t I = 0; I != Limit / 2; ++I)
        Samples[I] = Samples[2 * I];
      Samples.resize(Limit / 2);
      Stride *= 2;
    }
    Samples.push_back({Cycle, Iteration, Uops});
  }
  /// Cycles per iteration over the second half of a run of \p Cycles, which
  /// retired \p Uops µops of \p PerIteration each.
  Rational mean(uint64_t Cycles, uint64_t Uops, uint64_t PerIteration) const;

private:
  static constexpr size_t Limit = 1024;
  struct Sample {
    uint64_t Cycle, Iteration, Uops;
  };
  std::vector<Sample> Samples;
  uint64_t Stride = 1;
};

} // namespace

Rational RetireLog::mean(uint64_t Cycles, uint64_t Uops,
                         uint64_t PerIteration) const {
  if (Samples.size() >= 3) {
    const Sample &Last = Samples.back();
    auto Half = llvm::lower_bound(
        Samples, Last.Cycle / 2,
        [](const Sample &S, uint64_t C) { return S.Cycle < C; });
    Half = std::min(Half, Samples.end() - 2);
    return {int64_t(Last.Cycle - Half->Cycle),
            int64_t(Last.Iteration - Half->Iteration)};
  }
  // Not even two iterations: what the µops took that were retired.
  return Rational(Cycles * PerIteration, std::max<uint64_t>(1, Uops));
}

static constexpr uint64_t MostCycles = uint64_t(1) << 30;

static bool deliversNothing(const Kernel &K, const Cpu &C) {
  return all_of(K.Instrs,
                [&](const KernelInstr &I) { return !queuedUops(I, C); });
}

static void setPeriod(SimulationResult &R, PeriodFinder::Moment From,
                      PeriodFinder::Moment To) {
  R.Exact = true;
  R.Period = To.Iteration - From.Iteration;
  R.Cycles = Rational(To.Cycle - From.Cycle, R.Period);
  R.FirstIteration = From.Iteration;
  R.FirstCycle = From.Cycle;
}

SimulationResult takt::simulate(const Kernel &K, const Cpu &C,
                                const SimulationOptions &Options) {
  SimulationResult R;
  if (deliversNothing(K, C)) {
    R.Exact = true;
    return R;
  }
  Machine M(K, C, Options);
  PeriodFinder Finder;
  RetireLog Log;
  // Beyond, cycles and µops could not be counted in 32 bits.
  const uint64_t MaxCycles = std::min<uint64_t>(Options.MaxCycles, MostCycles);
  const uint64_t MinCycles = std::min<uint64_t>(Options.MinCycles, MostCycles);
  uint32_t LastIteration = M.iteration();
  while (!R.Exact && M.now() < MaxCycles && !M.exhausted()) {
    const uint32_t Retired = M.retiredIterations();
    M.cycle();
    if (M.retiredIterations() != Retired)
      Log.note(M.now(), M.retiredIterations(), M.retired());
    if (M.iteration() == LastIteration)
      continue;
    LastIteration = M.iteration();
    const PeriodFinder::Moment Now = {M.now(), LastIteration};
    if (Finder.check(Now, M.digest(), [&](StateWriter &W) { M.state(W); }))
      setPeriod(R, Finder.reference(), Now);
  }
  if (!R.Exact)
    R.Cycles = Log.mean(M.now(), M.retired(), K.fusedUops());
  while (M.now() < MinCycles && !M.exhausted())
    M.cycle();
  R.Simulated = M.now();
  return R;
}
