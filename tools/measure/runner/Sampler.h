//===- Sampler.h - The samples of one block -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes samples in the process that the block may ruin.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_SAMPLER_H
#define TAKT_TOOLS_MEASURE_RUNNER_SAMPLER_H

#include "Counter.h"
#include "Hazards.h"
#include <chrono>

namespace takt {

class Sampler {
public:
  /// \p Known: cycles of a probe on a core of its own; 0: not known.
  Sampler(const Job &J, ClockChoice Wanted, double Known)
      : J(J), Cycles(Wanted), Alone(Known) {}

  /// False if there is no memory for it. \p Small: Job::Small is to be heeded.
  bool prepare(bool Small);
  /// Finds out what addresses do, then takes rounds of samples until two agree,
  /// for at most \p Milliseconds of processor time; for as long at most it
  /// waits for the core.
  Measurement run(unsigned Milliseconds);

private:
  /// A function, and how it is repeated.
  struct Timed {
    PlacedCode Code;
    std::optional<CountRegister> Count;
  };
  /// The runs with few and with many repetitions.
  struct Pair {
    Timed Few, Many;
  };

  bool placeAll();
  bool place(Timed &To, uint64_t Copies);
  void calibrateScale();
  double loopScale(double Ticks) const;
  std::optional<Status> traceAll();
  std::optional<Status> limit(const Verdict &V);
  uint64_t enter(const CountRegister &C, uint64_t Repetitions);
  double ticks(const Timed &Code, uint64_t Repetitions, bool Restore);
  double meanTicks(const Timed &Code, uint64_t Repetitions);
  double calibrate();
  double probe();
  Sample sample(const Pair &Code);
  void awaitCore();
  Round round(unsigned Number);

  const Job &J;
  Counter Cycles;
  RunFrame *Frame = nullptr;
  uint32_t Small = 0;
  CodeChoice Choice;
  /// Repetitions of both runs and of the calibration are that many times more,
  /// for counters that are slow.
  uint64_t Scale = 1;
  /// The same of iterations of loops whose data stay in the cache.
  double LoopScale = 1;
  uint64_t Few = 0, Many = 0;
  unsigned RunsOfSample = 1;
  Timed Calibration, Probe;
  /// What the counter moves by, in ticks.
  double Step = 1;
  double LastCalibration = 0;
  Probes Alone;
  /// Samples so far.
  unsigned Tries = 0;
  /// Time so far that something else ran on the core, and the most of it.
  std::chrono::steady_clock::duration Waited{}, MostWait{};
  std::vector<Pair> Places;
  std::vector<Hazards> Each;
  Verdict Judged;
  unsigned Assignment = 0;
};

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_SAMPLER_H
