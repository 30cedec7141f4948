//===- History.h - Whether a machine was in this state before ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the first moment at which a machine is in a state that it was in
/// before. No states of µops are written: what became of each µop is on record
/// (Core::Times), and what a machine knew of it at an earlier moment follows
/// from that. Only what is not about µops in flight is written, at every
/// moment. docs/simulation.md says why equal records mean an equal future.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_HISTORY_H
#define TAKT_MODELS_SIM_HISTORY_H

#include "Core.h"
#include <array>

namespace takt::sim {

class History {
public:
  explicit History(const Core &M);

  /// A moment of the run: the end of a cycle in which an iteration began.
  struct Moment {
    Cycle At;
    uint32_t Iteration;
    /// Numbers of the next and the oldest µop in flight, and of the first one
    /// that may still make a difference; of fused-domain ones likewise.
    UopNumber Next, Oldest, Start;
    uint32_t NextFused, OldestFused, StartFused;
    /// Words of Rest, and of these how many are of the core.
    uint32_t FirstWord, NumWords, CoreWords;
    /// Of the core, and of all with the front end: a digest, and the latest
    /// moment before with the same part of it; None: none.
    uint64_t CoreDigest, Digest;
    uint32_t CoreBefore, Before;
  };
  /// Begins the next moment. \returns where the state of the core goes but what
  /// became of µops, up to endCore.
  StateWriter &begin(uint32_t Iteration);
  void endCore();
  /// \returns where the state of the front end goes, if it is looked at.
  StateWriter &beginFront() { return Rest; }
  /// \returns an earlier moment at which all was in the same state, or null.
  LLVM_ATTRIBUTE_NOINLINE const Moment *findWhole();
  /// \returns a moment from cycle \p Since on at which the core was in the same
  /// state, or null. The front end's is not looked at.
  LLVM_ATTRIBUTE_NOINLINE const Moment *findCore(Cycle Since);
  /// µops that must be on record for a kernel of \p PerIteration µops.
  static size_t uopsOnRecord(size_t PerIteration);

private:
  static constexpr uint32_t None = ~0u;
  uint64_t digest(uint64_t Seed, uint32_t From, uint32_t Count) const;
  bool sameCore(const Moment &A, const Moment &B) const;
  bool sameFront(const Moment &A, const Moment &B) const;
  bool sameWords(uint32_t From, uint32_t As, uint32_t Count) const;
  bool sameKinds(const Moment &A, const Moment &B) const;
  bool sameUops(const Moment &A, const Moment &B) const;
  bool sameUop(UopNumber N, Cycle At, UopNumber O, Cycle Then) const;
  bool makesNoDifference(UopNumber N, Cycle At) const;

  const Core &M;
  const UopNumber First; ///< µop of the run
  const Cycle Matters;   ///< so long after it settled a µop makes a difference
  RecycledVector<Moment> Moments;
  uint32_t Behind = 0; ///< the last moment that is Matters twice in the past
  StateWriter Rest;
  static constexpr unsigned Slots = 128;
  /// By part of the digest: the latest moment.
  std::array<uint32_t, Slots> LastCore, LastWhole;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_HISTORY_H
