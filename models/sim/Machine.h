//===- Machine.h - A machine that runs one kernel ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the parts together: one cycle after the other in the order of
/// uiCA-model, section 1.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_MACHINE_H
#define TAKT_MODELS_SIM_MACHINE_H

#include "Core.h"
#include "History.h"
#include "RenameStage.h"
#include "Scheduler.h"
#include "SteadyState.h"
#include "StoreWriter.h"
#include "Supply.h"
#include <array>
#include <optional>

namespace takt::sim {

class Machine {
public:
  /// With \p LoneStores stores leave their buffer one at a time.
  Machine(const Kernel &K, const Cpu &C, const SimulationOptions &Options,
          bool LoneStores = false);

  /// Simulates cycles up to \p End, exclusive, or up to one in which an
  /// iteration begins to issue, at least one. \p Rate hears of iterations that
  /// begin to retire.
  void advance(Cycle End, RateMeter &Rate);
  /// The same up to cycle \p End, or up to a moment at which it is known what
  /// comes again. To be called if it remembers.
  std::optional<SteadyPiece> findSteady(Cycle End, RateMeter &Rate);
  Cycle now() const { return M.Now; }
  /// The iteration of the µop issued last.
  uint32_t iteration() const { return Rename.iteration(); }
  /// Fused-domain µops retired so far.
  uint64_t retired() const { return M.OldestFused; }
  /// Everything that determines the cycles to come.
  void state(StateWriter &W) const;
  /// Whether momentBefore tells when the machine was in the same state.
  bool remembers();
  /// Whether a state that came again up to iteration \p Last may not be known
  /// yet to have done so.
  bool mayTell(uint32_t Last) const {
    return LookEvery > 1 && iteration() / LookEvery == Last / LookEvery;
  }
  /// What was in somebody's way.
  LimitsMet met() const {
    return {M.MetResources | (Rename.lackedStores() ? L.StorePorts : 0),
            Rename.starved(), Rename.keptMoves(), M.MetBanks,
            Rename.lackedRoom() || Execute.wasShort()};
  }
  /// A digest of the state and of what was done since the last call.
  uint64_t digest();
  /// Cycles per iteration that the stores of a full buffer need, or a little
  /// less: a run that ends before it is full does not show them.
  Rational leastStoreCycles() const {
    constexpr uint32_t Iterations = 64;
    return L.StoreBuffer == Limits::Any || !Writer.hasBlocks()
               ? Rational(0)
               : Writer.leastCycles(Iterations);
  }
  /// µop numbers are about to run out.
  bool exhausted() const { return M.NextUop >> 31; }

private:
  void cycle();
  void fillQueue(unsigned Size);
  LLVM_ATTRIBUTE_NOINLINE void emitRetired(const FusedEntry &F);
  LLVM_ATTRIBUTE_NOINLINE void frontState(StateWriter &W) const;
  void coreState(StateWriter &W) const;
  void queueState(StateWriter &W) const;
  /// What comes again from now on or from an earlier moment on, if anything is
  /// known to; to be called at every moment.
  LLVM_ATTRIBUTE_NOINLINE std::optional<SteadyPiece> steadyPiece();
  std::optional<SteadyPiece> steadyCore();
  LLVM_ATTRIBUTE_NOINLINE void recordCore();
  LLVM_ATTRIBUTE_ALWAYS_INLINE void foreseenCycle();
  template <bool Foresees>
  LLVM_ATTRIBUTE_NOINLINE std::optional<SteadyPiece>
  advanceBy(Cycle End, RateMeter &Rate, bool UntilSteady);
  LLVM_ATTRIBUTE_NOINLINE void retire();
  uint32_t retireEnd() const;
  LLVM_ATTRIBUTE_ALWAYS_INLINE void retireForeseen();
  void retireStores(unsigned Count);
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool hasExecuted(const FusedEntry &F) const;
  LLVM_ATTRIBUTE_ALWAYS_INLINE void retireOne(const FusedEntry &F);
  void reorderState(StateWriter &W) const;

  /// Who listens hears nothing of what the front end does ahead of time.
  struct Muffler final : PipelineListener {
    void event(const PipelineEvent &E) override {
      if (!Quiet)
        To->event(E);
    }
    PipelineListener *To = nullptr;
    bool Quiet = false;
  };

  const Limits L;
  const Program P;
  Muffler Muffled;
  UopQueue Queue;
  UopDelivery Delivery;
  std::unique_ptr<FrontEnd> Front;
  Scheduler Execute;
  Core &M;
  RenameStage Rename;
  StoreWriter Writer;
  Supply Supplied;
  Cycle Begun = 0; ///< first cycle of the run
  /// The iteration of the µop retired last.
  uint32_t RetiredIterations = 0;
  /// When digest was called last, and what it found the last few times.
  Cycle LastDigest = 0;
  uint32_t LastIteration = 0;
  struct Past {
    uint64_t Digest = 0;
    Cycle Took = 0;
  };
  std::array<Past, 4> Digests = {};
  unsigned NextDigest = 0;
  std::optional<History> Record;
  /// Iterations between looks at the front end, and in which one it is time for
  /// the next.
  uint32_t LookEvery = 1, NextLook = 0;
  Cycle LastMomentAt = 0; ///< of the last moment
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_MACHINE_H
