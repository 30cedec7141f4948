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
  if (!isMeanOver())
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
         isMeanOver();
}

Rational RateMeter::mean(uint64_t Cycles, uint64_t Retired,
                         uint64_t PerIteration) const {
  if (Samples.size() >= 3) {
    const Sample &From = Samples[Samples.size() / 2], &To = Samples.back();
    return Rational(To.Cycle - From.Cycle, To.Iteration - From.Iteration);
  }
  // Not even two iterations: what the µops took that were retired.
  return Rational(Cycles * PerIteration, std::max<uint64_t>(1, Retired));
}

} // namespace takt::sim
