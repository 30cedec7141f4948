//===- SteadyState.h - The period of a run ----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds two moments at which a machine is in the same state: what happens in
/// between repeats for ever (bastian-thesis, section 1.2.3). Only one state is
/// kept, the reference; a digest of each iteration tells which moment is likely
/// to come again and when a comparison is worth its while. A digest only ever
/// decides when to compare, never the outcome.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_STEADYSTATE_H
#define TAKT_MODELS_SIM_STEADYSTATE_H

#include "FrontEnd.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace takt::sim {

class PeriodFinder {
public:
  /// The moment of a state.
  struct Moment {
    uint64_t Cycle = 0, Iteration = 0;
  };
  /// The machine is at \p Now with a state of digest \p Digest; \p Write writes
  /// the state. \returns whether it was in this state at reference().
  bool check(Moment Now, uint64_t Digest,
             llvm::function_ref<void(StateWriter &)> Write);
  Moment reference() const { return Reference; }

private:
  void setReference(Moment Now, uint64_t Digest, uint64_t Lifetime,
                    llvm::function_ref<void(StateWriter &)> Write);

  /// Digests of recent moments and when they were seen.
  struct Seen {
    uint64_t Digest = 0, Check = 0;
  };
  std::array<Seen, 512> Recent;
  uint64_t Checks = 0;
  /// The reference is kept until this check at least.
  uint64_t KeepUntil = 0, LeastLifetime = 8;
  Moment Reference;
  uint64_t ReferenceDigest = 0;
  StateWriter ReferenceState, State;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_STEADYSTATE_H
