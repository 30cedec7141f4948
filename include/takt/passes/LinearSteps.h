//===- LinearSteps.h - By how much values move per iteration ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A quick answer to one question of scalar evolution: by which constant does a
/// value grow in each iteration of a loop? Only the step is asked for, not the
/// range, so values that might wrap around have one, too, and no expression is
/// built: on real code this takes a tenth of ScalarEvolution's time.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_LINEARSTEPS_H
#define TAKT_PASSES_LINEARSTEPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {
class DataLayout;
class GEPOperator;
class Instruction;
class LoadInst;
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace takt {

/// Steps of values in one loop, which must outlive it unchanged.
class LinearSteps {
public:
  /// \p NothingMeets: as if nothing that is stored in \p L met what is loaded
  /// at an address that stays the same, unless that is stored to itself; so
  /// what is loaded stays, too.
  LinearSteps(const llvm::Loop &L, const llvm::DataLayout &DL,
              bool NothingMeets = false)
      : L(L), DL(DL), NothingMeets(NothingMeets) {}

  /// What \p V grows by per iteration, modulo its width; bytes for a pointer; 0
  /// if it is invariant; none if that is not a constant. Of a vector what each
  /// lane does; none if they differ.
  std::optional<int64_t> step(const llvm::Value *V);

  /// How \p V changes from iteration to iteration.
  enum class Growth : uint8_t {
    Invariant, ///< not at all
    Affine,    ///< by a value that is the same in each, be it a constant or not
    Other      ///< otherwise, or it is not known
  };
  Growth growth(const llvm::Value *V);

  /// Iterations after which a remainder that \p V is computed of begins again:
  /// of what moves by a constant, divided by a power of two. The least of
  /// several; none: there is none, or it takes more than MostPeriod.
  std::optional<uint64_t> period(const llvm::Value *V);
  /// Beyond this a number only has few bits, as all have: a counter of 32.
  static constexpr uint64_t MostPeriod = 65536;

private:
  using Step = std::optional<int64_t>;
  Growth computeGrowth(const llvm::Instruction &I);
  bool growsByInvariants(const llvm::PHINode &Phi);
  std::optional<uint64_t> computePeriod(const llvm::Instruction &I);
  std::optional<uint64_t> periodOfBits(const llvm::Value *V, unsigned Bits);
  Step compute(const llvm::Instruction &I);
  using Place = std::pair<const llvm::Value *, int64_t>;
  Place placeOf(const llvm::Value *Pointer) const;
  bool isStored(const llvm::LoadInst &Load);
  bool staysLoaded(const llvm::LoadInst &Load);
  bool isLoadedBefore(const llvm::PHINode &Phi);
  Step ofHeaderPhi(const llvm::PHINode &Phi);
  Step ofGEP(const llvm::GEPOperator &GEP);

  const llvm::Loop &L;
  const llvm::DataLayout &DL;
  const bool NothingMeets;
  llvm::DenseMap<const llvm::Value *, Step> Known;
  llvm::DenseMap<const llvm::Value *, Growth> KnownGrowth;
  llvm::DenseMap<const llvm::Value *, std::optional<uint64_t>> KnownPeriods;
  /// Where the loop stores to, if that has been asked.
  std::optional<llvm::DenseSet<Place>> Stored;
  unsigned Depth = 0;
};

} // namespace takt

#endif // TAKT_PASSES_LINEARSTEPS_H
