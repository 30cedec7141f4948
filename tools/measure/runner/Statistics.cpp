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
#include <numeric>

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

/// By the mean of the calibrations; none if they do not agree.
static std::optional<double> ticksPerCycle(const Sample &S) {
  if (S.Before <= 0 || S.After <= 0 ||
      std::abs(S.Before - S.After) >
          CalibrationTolerance * std::min(S.Before, S.After))
    return std::nullopt;
  return (S.Before + S.After) / 2 / CalibrationCycles;
}

std::optional<double> takt::cyclesOf(const Sample &S, uint64_t ExtraRepetitions,
                                     uint64_t Few) {
  const std::optional<double> Rate = ticksPerCycle(S);
  if (!Rate || S.Faulted || S.Many <= S.Few)
    return std::nullopt;
  const double Cycles =
      (S.Many - S.Few) / *Rate / static_cast<double>(ExtraRepetitions);
  const double Short = S.Few / *Rate;
  if (Few && Short - Cycles * static_cast<double>(Few) >
                 StartCycles + StartShare * Short)
    return std::nullopt;
  return Cycles;
}

std::optional<double> takt::probeCycles(const Sample &S) {
  const std::optional<double> Rate = ticksPerCycle(S);
  if (!Rate)
    return std::nullopt;
  return std::max(S.ProbeBefore, S.ProbeAfter) / *Rate;
}

void Probes::add(double Cycles) {
  Sorted.insert(std::upper_bound(Sorted.begin(), Sorted.end(), Cycles), Cycles);
}

double Probes::shortest() const {
  const auto Confirming =
      static_cast<std::ptrdiff_t>(std::max<size_t>(2, Sorted.size() / 50));
  for (auto I = Sorted.begin(); Sorted.end() - I > Confirming; ++I)
    if (I[Confirming] <= 1.01 * *I)
      return Known == 0 ? *I : std::min(Known, *I);
  return Known;
}

bool Probes::alone(const Sample &S) const {
  const std::optional<double> Cycles = probeCycles(S);
  const double Shortest = shortest();
  return Cycles &&
         (Shortest == 0 || *Cycles <= (1 + ProbeTolerance) * Shortest);
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

/// The lowest level of \p Values; none if they have no third in common.
static std::optional<double> levelOf(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  const size_t Third = std::max<size_t>(2, Values.size() / 3);
  for (auto I = Values.begin();
       Values.end() - I >= static_cast<std::ptrdiff_t>(Third); ++I) {
    const auto End = std::upper_bound(I, Values.end(), (1 + StableShare) * *I);
    if (End - I >= static_cast<std::ptrdiff_t>(Third))
      return medianOf({I, End});
  }
  return std::nullopt;
}

/// The difference of the levels of every \p Stride th sample from \p First on.
static std::optional<double> levelCycles(const std::vector<Sample> &Samples,
                                         uint64_t ExtraRepetitions,
                                         size_t First, size_t Stride) {
  std::vector<double> Few, Many;
  for (size_t I = First; I < Samples.size(); I += Stride)
    if (cyclesOf(Samples[I], ExtraRepetitions)) {
      const double Rate = *ticksPerCycle(Samples[I]);
      Few.push_back(Samples[I].Few / Rate);
      Many.push_back(Samples[I].Many / Rate);
    }
  const std::optional<double> Short = levelOf(Few), Long = levelOf(Many);
  if (!Short || !Long)
    return std::nullopt;
  return (*Long - *Short) / static_cast<double>(ExtraRepetitions);
}

Round takt::summarizeLevels(const std::vector<Sample> &Samples,
                            uint64_t ExtraRepetitions) {
  Round R = summarize(Samples, ExtraRepetitions);
  const auto All = levelCycles(Samples, ExtraRepetitions, 0, 1),
             Even = levelCycles(Samples, ExtraRepetitions, 0, 2),
             Odd = levelCycles(Samples, ExtraRepetitions, 1, 2);
  if (All && Even && Odd) {
    R.Median = *All;
    R.Spread = std::abs(*Even - *Odd);
  }
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

double takt::meanOfRuns(const std::vector<double> &Ticks, double Step) {
  if (Ticks.empty())
    return 0;
  // One step is the counter's own coarseness: the mean of the lower of the two
  // values alone would be too low.
  const double Median = medianOf(Ticks);
  const double Most = Median + Step + 0.05 * Median;
  double Sum = 0;
  unsigned Kept = 0;
  for (const double T : Ticks)
    if (T <= Most) {
      Sum += T;
      ++Kept;
    }
  return Sum / Kept;
}

/// The largest step of which all of \p Ticks are multiples, within a tick. None
/// if there is none, or if so few say little.
static std::optional<double> brokenStepOf(const std::vector<double> &Ticks) {
  // Below 6 ticks most numbers are near a multiple.
  constexpr double Least = 6, Most = 100, Grain = 0.01;
  constexpr size_t Fewest = 12;
  // Of more ticks a step that is off by the grain says nothing.
  std::vector<double> Short;
  for (const double T : Ticks)
    if (T <= Least * Most)
      Short.push_back(T);
  if (Short.size() < Fewest)
    return std::nullopt;
  for (double Step = Most; Step >= Least; Step -= Grain)
    if (std::all_of(Short.begin(), Short.end(), [&](double T) {
          return std::abs(T - Step * std::round(T / Step)) <= 1 + Grain;
        }))
      return Step;
  return std::nullopt;
}

double takt::stepOf(const std::vector<double> &Ticks) {
  uint64_t Step = 0;
  for (const double T : Ticks)
    Step = std::gcd(Step, static_cast<uint64_t>(T));
  if (Step > 1)
    return static_cast<double>(Step);
  return brokenStepOf(Ticks).value_or(1);
}
