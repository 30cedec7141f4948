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
  if (checkRecent(Now, Digest, Write))
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

bool PeriodFinder::checkRecent(Moment Now, uint64_t Digest, Writer Write) {
  const bool Again = is_contained(LastDigests, Digest);
  LastDigests[Checks % Soon] = Digest;
  if (!Again)
    return false;
  if (Checks <= RecentUntil) {
    if (Digest != Recent.Digest)
      return false;
    if (matches(Recent, Now, Write))
      return true;
  }
  take(Recent, Now, Digest, Write);
  RecentUntil = Checks + Soon;
  return false;
}

/// Writes the state of this moment, once.
void PeriodFinder::write(Moment Now, Writer Write) {
  if (std::exchange(Written, true))
    return;
  State.begin(Now.Cycle, Now.Iteration);
  Write(State);
}

bool PeriodFinder::matches(const Snapshot &S, Moment Now, Writer Write) {
  write(Now, Write);
  if (State.words() != ArrayRef(S.State))
    return false;
  Match = S.At;
  return true;
}

void PeriodFinder::take(Snapshot &S, Moment Now, uint64_t Digest,
                        Writer Write) {
  S.At = Now;
  S.Digest = Digest;
  // Writing costs far more than copying.
  write(Now, Write);
  S.State.assign(State.words().begin(), State.words().end());
}

//===----------------------------------------------------------------------===//
// Without a period
//===----------------------------------------------------------------------===//

/// The mean is that of the piece behind us, or of one twice as long.
void RateMeter::endPiece() {
  Over = !hadPiledUp();
  Until *= 2;
}

/// Cycles per iteration since half of the samples were taken.
Rational RateMeter::secondHalf() const {
  const Sample &From = Samples[Samples.size() / 2], &To = Samples.back();
  return Rational(To.Cycle - From.Cycle, To.Iteration - From.Iteration);
}

/// Whether more than an eighth of what retired in the second half must have
/// been executed before it: all of it has been since cycle 0, so the mean since
/// then is none that the machine cannot keep up. A µop that is kept from
/// executing for hundreds of cycles does that, as younger ones retire after it.
bool RateMeter::hadPiledUp() const {
  const Sample &To = Samples.back();
  return secondHalf() < Rational(7 * To.Cycle, 8 * To.Iteration);
}

Rational RateMeter::mean(uint64_t Cycles, uint64_t Retired,
                         uint64_t PerIteration) const {
  if (tells()) {
    const Sample &To = Samples.back();
    return Over || !hadPiledUp() ? secondHalf()
                                 : Rational(To.Cycle, To.Iteration);
  }
  // Not even two iterations: what the µops took that were retired.
  return Rational(Cycles * PerIteration, std::max<uint64_t>(1, Retired));
}

} // namespace takt::sim
