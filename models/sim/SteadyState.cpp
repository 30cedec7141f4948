//===- SteadyState.cpp - The period of a run --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyState.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

bool PeriodFinder::check(Moment Now, uint64_t Digest, Writer Write) {
  ++Checks;
  Written = false;
  if (KeepUntil && Digest == Reference.Digest && matches(Reference, Now, Write))
    return true;
  if (Checks > KeepUntil) {
    take(Reference, Now, Digest, Write);
    KeepUntil = Checks + Lifetime;
    Lifetime += (Lifetime + 1) / 2;
  }
  if (Digest % 16)
    return false;
  const unsigned Level = Digest % 128 ? 0 : Digest % 1024 ? 1 : 2;
  std::vector<Snapshot> &Kept = Picked[Level];
  for (const Snapshot &S : Kept)
    if (S.Digest == Digest && matches(S, Now, Write))
      return true;
  if (Kept.size() < PerLevel) {
    take(Kept.emplace_back(), Now, Digest, Write);
    return false;
  }
  take(Kept[Next[Level]], Now, Digest, Write);
  Next[Level] = (Next[Level] + 1) % PerLevel;
  return false;
}

bool PeriodFinder::matches(const Snapshot &S, Moment Now, Writer Write) {
  if (!std::exchange(Written, true)) {
    State.begin(Now.Cycle, Now.Iteration);
    Write(State);
  }
  if (State.words() != S.State.words())
    return false;
  Match = S.At;
  return true;
}

void PeriodFinder::take(Snapshot &S, Moment Now, uint64_t Digest,
                        Writer Write) {
  S.At = Now;
  S.Digest = Digest;
  S.State.begin(Now.Cycle, Now.Iteration);
  Write(S.State);
}

//===----------------------------------------------------------------------===//
// Without a period
//===----------------------------------------------------------------------===//

void RateMeter::retired(uint64_t Cycle, uint64_t Iteration) {
  if (!Samples.empty() && Iteration < Samples.back().Iteration + Stride)
    return;
  if (Samples.size() == MaxSamples) {
    for (size_t I = 0; I != MaxSamples / 2; ++I)
      Samples[I] = Samples[2 * I];
    Samples.resize(MaxSamples / 2);
    Stride *= 2;
  }
  Samples.push_back({Cycle, Iteration});
}

/// Whether neither the rate of retirement nor what is in flight has changed
/// from the third to the last quarter of the run.
bool RateMeter::windowEnds(uint64_t Retired) {
  Totals.push_back({Retired, Occupancy});
  const size_t Windows = Totals.size() - 1, Quarter = Windows / 4;
  if (Windows < 8 || Windows % 4)
    return false;
  const Total &Half = Totals[Windows - 2 * Quarter],
              &Last = Totals[Windows - Quarter], &End = Totals.back();
  const auto Near = [](uint64_t A, uint64_t B, uint64_t Slack) {
    return std::max(A, B) - std::min(A, B) <= Slack;
  };
  const uint64_t Before = Last.Retired - Half.Retired,
                 After = End.Retired - Last.Retired;
  const uint64_t FullBefore = Last.Occupancy - Half.Occupancy,
                 FullAfter = End.Occupancy - Last.Occupancy;
  // 0.4 % of the rate; an entry of what is in flight, or 1.6 %.
  return Near(Before, After, After / 256) &&
         Near(FullBefore, FullAfter,
              std::max(Quarter * Window, FullAfter / 64)) &&
         Samples.size() >= 16;
}

/// The fraction with the smallest denominator from \p Low to \p High, which are
/// not negative: by their continued fractions.
static Rational simplestBetween(Rational Low, Rational High) {
  const int64_t Floor = Low.num() / Low.den();
  if (Rational(Floor) == Low)
    return Low;
  if (Rational(Floor + 1) <= High)
    return Floor + 1;
  const Rational Rest = simplestBetween(Rational(1) / (High - Floor),
                                        Rational(1) / (Low - Floor));
  return Rational(Floor) + Rational(1) / Rest;
}

Rational RateMeter::mean(uint64_t Cycles, uint64_t Retired,
                         uint64_t PerIteration) const {
  if (Samples.size() >= 3) {
    const Sample &Last = Samples.back();
    auto Half = llvm::lower_bound(
        Samples, Last.Cycle / 2,
        [](const Sample &S, uint64_t C) { return S.Cycle < C; });
    Half = std::min(Half, Samples.end() - 2);
    const int64_t Took = Last.Cycle - Half->Cycle,
                  Iterations = Last.Iteration - Half->Iteration;
    return simplestBetween(
        Rational(std::max<int64_t>(0, Took - EndError), Iterations),
        Rational(Took + EndError, Iterations));
  }
  // Not even two iterations: what the µops took that were retired.
  return Rational(Cycles * PerIteration, std::max<uint64_t>(1, Retired));
}

} // namespace takt::sim
