//===- Statistics.h - From samples to cycles ------------------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What samples of the time stamp counter say of a block. Knows nothing of how
/// they were taken.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_STATISTICS_H
#define TAKT_TOOLS_MEASURE_RUNNER_STATISTICS_H

#include <cstdint>
#include <optional>
#include <vector>

namespace takt {

/// One sample: two runs of the block between two calibrations, all in ticks of
/// the time stamp counter.
struct Sample {
  /// Runs with few and with many repetitions; means if there were several.
  double Few = 0, Many = 0;
  /// What CalibrationCycles core cycles took before and after them. A
  /// difference of two runs may be anything if they were disturbed.
  double Before = 0, After = 0;
  /// Ticks of a probe that needs all of the core's width, before and after
  /// them: what runs on the other thread of the core makes it longer, while the
  /// calibration hardly notices.
  double ProbeBefore = 0, ProbeAfter = 0;
  /// A page was mapped meanwhile.
  bool Faulted = false;
};

/// Core cycles that Sample::Before and After count.
constexpr unsigned CalibrationCycles = 10000;

/// Share by which the two calibrations of a sample may differ before it counts
/// as disturbed: the core's frequency changed, or something else ran.
constexpr double CalibrationTolerance = 0.01;

/// Range within which the samples of a stable round lie, in cycles (uiCA paper,
/// section 5.3) and as a share of the cycles, whichever is more.
constexpr double StableCycles = 0.02, StableShare = 0.01;

/// Cycles, and share of its own, by which the shorter run may take longer than
/// the difference of both runs says. What is beyond is no cost of a run: some
/// part of the core was switched on meanwhile, as 512-bit units are.
constexpr double StartCycles = 1000, StartShare = 0.02;

/// Cycles of one repetition: (many − few) ticks over the extra repetitions, by
/// the mean of the calibrations. None if the sample was disturbed. \p Few: how
/// often the shorter run repeats; 0: its start is not looked at.
std::optional<double> cyclesOf(const Sample &S, uint64_t ExtraRepetitions,
                               uint64_t Few = 0);

/// Cycles of the longer of both probes. None if the calibrations do not agree.
std::optional<double> probeCycles(const Sample &S);

/// Share by which a probe may be longer than one on a core of its own. Two of a
/// thread that has the other half of a Zen 4 take twice as long.
constexpr double ProbeTolerance = 0.05;

/// Knows how long a probe takes when nothing else runs on the core.
class Probes {
public:
  /// \p Known: what is known already, cycles; 0: nothing.
  explicit Probes(double Known = 0) : Known(Known) {}

  void add(double Cycles);
  /// The lowest level of them, or what was known if that is less: the least
  /// that two others and a fiftieth of all are at most 1 % above. 0: none.
  double shortest() const;
  /// The core was this process's own during \p S, as far as is known.
  bool alone(const Sample &S) const;

private:
  double Known;
  std::vector<double> Sorted;
};

/// What a round of samples says, in cycles of one repetition.
struct Round {
  double Median = 0;
  double Minimum = 0;
  /// Between the largest and the smallest sample without the top and the bottom
  /// fifth, as in section 5.3 of the uiCA paper.
  double Spread = 0;
  /// Undisturbed samples.
  unsigned Kept = 0;

  /// Enough samples agree.
  bool stable() const;
};

/// \p Samples of one round. All zero if every sample was disturbed.
Round summarize(const std::vector<Sample> &Samples, uint64_t ExtraRepetitions,
                uint64_t Few = 0);

/// The same for code that has states which last for a run, such as a slow and a
/// fast assignment of ports, so that differences of runs are those of either:
/// shorter and longer runs each count by their lowest level, the median of
/// those up to 1 % above the least that a third of all are up to 1 % above.
/// Spread: by how much that differs between the samples of even and of odd
/// number.
Round summarizeLevels(const std::vector<Sample> &Samples,
                      uint64_t ExtraRepetitions);

/// Whether two stable rounds say the same.
bool agree(const Round &A, const Round &B);

/// The lower of the two lowest of the stable \p Rounds that agree: a round that
/// nothing confirms is left out, be it as low as it may. None: no two agree.
std::optional<Round> lowestLevel(std::vector<Round> Rounds);

/// Median of the stable \p Rounds; 0: there are none.
double typicalOf(const std::vector<Round> &Rounds);

/// The mean of \p Ticks without those that are far above the median, which an
/// interrupt took. A mean, since a counter that moves by \p Step says two
/// values between which the truth lies; both are kept.
double meanOfRuns(const std::vector<double> &Ticks, double Step = 1);

/// By how much a counter moves at once: what all of \p Ticks, whole numbers,
/// are multiples of, or, of a dozen or more, within a tick: a counter may move
/// by 24.45 ticks, 24 or 25 (Zen 3 of 2.45 GHz). 1 if there are none.
double stepOf(const std::vector<double> &Ticks);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_STATISTICS_H
