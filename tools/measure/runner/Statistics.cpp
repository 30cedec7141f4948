//===- Statistics.cpp - From samples to cycles ----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include <algorithm>
#include <cmath>

using namespace takt;

/// Below this a fifth of the samples is too little to cut off.
static constexpr unsigned FewestSamples = 10;

static double tolerance(double Cycles) {
  return std::max(StableCycles, StableShare * std::abs(Cycles));
}

/// \p Values in any order; at least one.
static double medianOf(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  const size_t Middle = Values.size() / 2;
  return Values.size() % 2 ? Values[Middle]
                           : (Values[Middle - 1] + Values[Middle]) / 2;
}

std::optional<double> takt::cyclesOf(const Sample &S, uint64_t ExtraRepetitions,
                                     uint64_t Few) {
  if (S.Faulted || S.Before <= 0 || S.After <= 0 || S.Many <= S.Few)
    return std::nullopt;
  if (std::abs(S.Before - S.After) >
      CalibrationTolerance * std::min(S.Before, S.After))
    return std::nullopt;
  const double TicksPerCycle = (S.Before + S.After) / 2 / CalibrationCycles;
  const double Cycles =
      (S.Many - S.Few) / TicksPerCycle / static_cast<double>(ExtraRepetitions);
  const double Short = S.Few / TicksPerCycle;
  if (Few && Short - Cycles * static_cast<double>(Few) >
                 StartCycles + StartShare * Short)
    return std::nullopt;
  return Cycles;
}

bool Round::stable() const {
  return Kept >= FewestSamples && Spread <= tolerance(Median);
}

Round takt::summarize(const std::vector<Sample> &Samples,
                      uint64_t ExtraRepetitions, uint64_t Few) {
  std::vector<double> Cycles;
  for (const Sample &S : Samples)
    if (const std::optional<double> C = cyclesOf(S, ExtraRepetitions, Few))
      Cycles.push_back(*C);
  Round R;
  R.Kept = static_cast<unsigned>(Cycles.size());
  if (Cycles.empty())
    return R;
  std::sort(Cycles.begin(), Cycles.end());
  const size_t Cut = Cycles.size() / 5;
  R.Minimum = Cycles.front();
  R.Median = medianOf(Cycles);
  R.Spread = Cycles[Cycles.size() - 1 - Cut] - Cycles[Cut];
  return R;
}

bool takt::agree(const Round &A, const Round &B) {
  return std::abs(A.Median - B.Median) <=
         tolerance(std::min(A.Median, B.Median));
}

std::optional<Round> takt::lowestLevel(std::vector<Round> Rounds) {
  Rounds.erase(std::remove_if(Rounds.begin(), Rounds.end(),
                              [](const Round &R) { return !R.stable(); }),
               Rounds.end());
  std::sort(Rounds.begin(), Rounds.end(),
            [](const Round &A, const Round &B) { return A.Median < B.Median; });
  for (size_t I = 0; I + 1 < Rounds.size(); ++I)
    if (agree(Rounds[I], Rounds[I + 1]))
      return Rounds[I];
  return std::nullopt;
}

double takt::typicalOf(const std::vector<Round> &Rounds) {
  std::vector<double> Medians;
  for (const Round &R : Rounds)
    if (R.stable())
      Medians.push_back(R.Median);
  return Medians.empty() ? 0 : medianOf(std::move(Medians));
}

double takt::meanOfRuns(const std::vector<double> &Ticks) {
  if (Ticks.empty())
    return 0;
  // Two ticks are no more than the counter's own coarseness.
  const double Median = medianOf(Ticks);
  const double Most = Median + std::max(2.0, 0.05 * Median);
  double Sum = 0;
  unsigned Kept = 0;
  for (const double T : Ticks)
    if (T <= Most) {
      Sum += T;
      ++Kept;
    }
  return Sum / Kept;
}
