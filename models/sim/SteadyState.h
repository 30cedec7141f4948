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
/// between repeats for ever (bastian-thesis, section 1.2.3). Few states are
/// kept. Which ones, and when to compare, a digest of state and recent past
/// decides, so that the same moments of each period are picked; it never
/// decides the outcome: states are compared word by word. docs/simulation.md
/// has the proof that the search ends.
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
  /// The moment with the same state, once check has found it.
  Moment match() const { return Match; }

private:
  using Writer = llvm::function_ref<void(StateWriter &)>;
  /// A moment and its state.
  struct Snapshot {
    Moment At;
    uint64_t Digest = 0;
    llvm::SmallVector<uint64_t, 0> State;
  };
  void write(Moment Now, Writer Write);
  bool matches(const Snapshot &S, Moment Now, Writer Write);
  void take(Snapshot &S, Moment Now, uint64_t Digest, Writer Write);

  /// Every moment whose digest is a multiple of 16, of 128 or of 1024, and of
  /// no larger one of them, is kept until so many further ones came. So there
  /// are candidates for periods of any length, and the more recent the denser.
  static constexpr unsigned Levels = 3, PerLevel = 16;
  std::array<std::vector<Snapshot>, Levels> Picked;
  std::array<unsigned, Levels> Next = {};

  /// One more, by Brent's algorithm, for what the digests do not find: it moves
  /// on at growing distances, so that in the end it lies in the steady state
  /// and stays for longer than a period.
  Snapshot Reference;
  uint64_t Checks = 0, KeepUntil = 0, Lifetime = 2;

  /// And one for short periods: where a digest comes again soon, the machine is
  /// likely to be in its steady state already. Stays until it is old or turns
  /// out to be another state.
  static constexpr unsigned Soon = 16;
  bool checkRecent(Moment Now, uint64_t Digest, Writer Write);
  Snapshot Recent;
  uint64_t RecentUntil = 0;
  std::array<uint64_t, Soon> LastDigests = {};

  StateWriter State; ///< of this moment
  bool Written = false;
  Moment Match;
};

/// Follows a run that may not become periodic soon: cycles per iteration as far
/// as they can be told, and whether to go on looking for the period.
class RateMeter {
public:
  /// Looks for a period for \p Patience cycles at least.
  explicit RateMeter(uint64_t Patience) : Patience(Patience) {
    Samples.reserve(MeanCycles);
  }
  /// Iteration \p Iteration has begun to retire.
  void retired(uint64_t Cycle, uint64_t Iteration) {
    if (Over)
      return;
    Samples.emplace_back(Cycle, Iteration);
    if (LLVM_UNLIKELY(Cycle > Until && Samples.size() >= MeanIterations))
      endPiece();
  }
  /// Whether a run of \p Cycle cycles without period ends: the mean is known,
  /// and few of those that have come so far become periodic in as many cycles
  /// again.
  bool ends(uint64_t Cycle) const { return Cycle >= Patience && isMeanOver(); }
  /// Whether iterations have retired of which there is a mean.
  bool tells() const { return Samples.size() >= FewestIterations; }
  /// Cycles per iteration over the second half of the first 500 cycles and 10
  /// iterations. Where ports are chosen by backlog, small loops wander through
  /// thousands of states, and some slide after thousands of cycles into a
  /// congestion that no measurement shows; what measurements of unrolled code
  /// and uiCA look at is that piece (uiCA paper, section 5.3; uiCA-model,
  /// section 9). Where that says more of what had piled up than of what the
  /// machine can do, of the first piece of 1000, 2000, ... cycles that does
  /// not. Of a shorter run, which ended after \p Cycles in which \p Retired
  /// µops retired, of \p PerIteration each, what there is.
  Rational mean(uint64_t Cycles, uint64_t Retired, uint64_t PerIteration) const;

private:
  static constexpr uint64_t MeanCycles = 500, MeanIterations = 10,
                            FewestIterations = 3;
  bool isMeanOver() const { return Over; }
  Rational secondHalf() const;
  bool hadPiledUp() const;
  void endPiece();

  struct Sample {
    Sample(uint64_t Cycle, uint64_t Iteration)
        : Cycle(Cycle), Iteration(Iteration) {}
    uint64_t Cycle, Iteration;
  };
  uint64_t Patience;
  /// Until isMeanOver.
  RecycledVector<Sample> Samples;
  uint64_t Until = MeanCycles;
  bool Over = false;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_STEADYSTATE_H
