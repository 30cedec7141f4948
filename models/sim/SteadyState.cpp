//===- SteadyState.cpp - The period of a run --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyState.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

bool PeriodFinder::check(Moment Now, uint64_t Digest,
                         function_ref<void(StateWriter &)> Write) {
  ++Checks;
  if (KeepUntil && Digest == ReferenceDigest) {
    State.begin(Now.Cycle, Now.Iteration);
    Write(State);
    if (State.words() == ReferenceState.words())
      return true;
  }
  Seen &Slot = Recent[Digest % Recent.size()];
  if (Checks > KeepUntil) {
    // A digest that comes again promises a period of that length. Without one
    // the reference moves on by itself, at growing distances (as in Brent's
    // algorithm), so that in the end it lies in the steady state and stays for
    // longer than a period.
    if (Slot.Check && Slot.Digest == Digest)
      setReference(Now, Digest, Checks - Slot.Check, Write);
    else if (Checks > KeepUntil + LeastLifetime)
      setReference(Now, Digest, LeastLifetime, Write);
  }
  Slot = {Digest, Checks};
  return false;
}

void PeriodFinder::setReference(Moment Now, uint64_t Digest, uint64_t Lifetime,
                                function_ref<void(StateWriter &)> Write) {
  Reference = Now;
  ReferenceDigest = Digest;
  ReferenceState.begin(Now.Cycle, Now.Iteration);
  Write(ReferenceState);
  KeepUntil = Checks + std::max(Lifetime, LeastLifetime);
  LeastLifetime += LeastLifetime / 4;
}

} // namespace takt::sim
