//===- Statistics.cpp - From samples to cycles ----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace takt;

/// Below this a fifth of the samples is too little to cut off.
static constexpr unsigned FewestSamples = 10;

static double tolerance(double Cycles) {
  return std::max(StableCycles, StableShare * std::abs(Cycles));
}

std::optional<double> takt::cyclesOf(const Sample &S,
                                     uint64_t ExtraRepetitions) {
  if (S.Faulted || S.Before <= 0 || S.After <= 0 || S.Many <= S.Few)
    return std::nullopt;
  const double Before = static_cast<double>(S.Before);
  const double After = static_cast<double>(S.After);
  if (std::abs(Before - After) > CalibrationTolerance * std::min(Before, After))
    return std::nullopt;
  const double TicksPerCycle =
      (Before + After) / 2 / static_cast<double>(CalibrationCycles);
  return static_cast<double>(S.Many - S.Few) / TicksPerCycle /
         static_cast<double>(ExtraRepetitions);
}

bool Round::stable() const {
  return Kept >= FewestSamples && Spread <= tolerance(Median);
}

Round takt::summarize(ArrayRef<Sample> Samples, uint64_t ExtraRepetitions) {
  SmallVector<double, 64> Cycles;
  for (const Sample &S : Samples)
    if (const std::optional<double> C = cyclesOf(S, ExtraRepetitions))
      Cycles.push_back(*C);
  Round R;
  R.Kept = Cycles.size();
  if (Cycles.empty())
    return R;
  sort(Cycles);
  const size_t Cut = Cycles.size() / 5, Middle = Cycles.size() / 2;
  R.Minimum = Cycles.front();
  R.Median = Cycles.size() % 2 ? Cycles[Middle]
                               : (Cycles[Middle - 1] + Cycles[Middle]) / 2;
  R.Spread = Cycles[Cycles.size() - 1 - Cut] - Cycles[Cut];
  return R;
}

bool takt::agree(const Round &A, const Round &B) {
  return std::abs(A.Median - B.Median) <=
         tolerance(std::min(A.Median, B.Median));
}
