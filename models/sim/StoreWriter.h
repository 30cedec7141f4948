//===- StoreWriter.h - From the store buffer to the cache -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stores that have retired are written in program order (Intel SDM vol. 3
/// section 9.2.2; AMD's manual 24593, section 7.1.1). How many go in a cycle
/// depends on where they lie: two that are near each other
/// (MemoryPipes::PairedStoreReach), or, through a queue of aligned blocks,
/// those of one block together (MemoryPipes::StoreBlock), but for blocks that
/// the cache knows (MemoryPipes::KnownBlocks).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_STOREWRITER_H
#define TAKT_MODELS_SIM_STOREWRITER_H

#include "Core.h"
#include "SteadyState.h"
#include "takt/models/Rational.h"
#include "llvm/ADT/SmallVector.h"

namespace takt::sim {

class StoreWriter {
public:
  StoreWriter(const Program &P, const Limits &L, const Cpu &C);

  /// \p Count more stores have retired.
  void add(unsigned Count) { Waiting += Count; }
  /// Writes what goes in a cycle. \returns how many stores have left.
  unsigned cycle() {
    for (KnownBlock &K : Known)
      K.Age += K.Age != M.KnownAfter;
    if (Block)
      return Waiting || !Queue.empty() || Stalled ? blockCycle() : 0;
    return Waiting ? writePair() : 0;
  }
  void state(StateWriter &W) const;
  /// Cycles per iteration that the stores need if they never have to be waited
  /// for, or a cycle in \p Iterations less.
  Rational leastCycles(uint32_t Iterations) const;
  /// They wait for the cache by blocks.
  bool hasBlocks() const { return Block != 0; }

private:
  unsigned writePair();
  unsigned blockCycle();
  unsigned enterBlocks();
  void advance();
  /// A block of which a store writes bytes.
  struct Place {
    uint32_t Store = 0; ///< among the stores of an iteration
    uint32_t Iteration = 0;
    unsigned Part = 0; ///< blocks of the store before this one
    int64_t Block = 0; ///< counted from what the symbol stands for
  };
  /// A block that the cache knows, and cycles since it came to wait, up to
  /// MemoryPipes::KnownAfter.
  struct KnownBlock {
    Place At;
    unsigned Age = 0;
  };
  bool areTogether(const Place &A, const Place &B) const;
  bool joins(const Place &At);
  KnownBlock *findKnown(const Place &At);
  bool enter(const Place &At);
  bool enterParts(int64_t First, int64_t Last);
  void crossPage(const MemoryAccess &A, int64_t Start, int64_t End);

  const Program &P;
  const Limits &L;
  const MemoryPipes &M;
  const unsigned Block; ///< MemoryPipes::StoreBlock
  /// After so many iterations all stores lie in blocks and lines as before.
  uint32_t Phases = 1;
  /// Stores that have retired and not yet left.
  unsigned Waiting = 0;
  /// The oldest of them, among the stores of an iteration, and its iteration.
  uint32_t Next = 0, Iteration = 0;
  /// Blocks of it that are in the queue already.
  unsigned Part = 0;
  /// Blocks that wait for the cache, and those that it knows, oldest first.
  llvm::SmallVector<Place, 4> Queue;
  llvm::SmallVector<KnownBlock, 16> Known;
  /// Cycles in which no store goes; bytes of a page that stores are said to
  /// have gone over, times MemoryPipes::PageStoreDelay.
  unsigned Stalled = 0, PageDebt = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_STOREWRITER_H
