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
/// (MemoryPipes::PairedStoreReach), or all those of one aligned block
/// (MemoryPipes::StoreBlock).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_STOREWRITER_H
#define TAKT_MODELS_SIM_STOREWRITER_H

#include "Core.h"
#include "SteadyState.h"

namespace takt::sim {

class StoreWriter {
public:
  StoreWriter(const Program &P, const Limits &L, const Cpu &C);

  /// \p Count more stores have retired.
  void add(unsigned Count) { Waiting += Count; }
  /// Writes what goes in a cycle. \returns how many stores are done.
  unsigned cycle() {
    if (!Waiting)
      return 0;
    return Block ? writeBlock() : writePair();
  }
  void state(StateWriter &W) const;

private:
  unsigned writePair();
  unsigned writeBlock();
  void advance();
  /// A block of which a store writes bytes.
  struct Place {
    const MemoryAccess *Of = nullptr;
    uint32_t Iteration = 0;
    int64_t Block = 0; ///< counted from what the symbol stands for
  };
  static bool areTogether(const Place &A, const Place &B);

  const Program &P;
  const Limits &L;
  const unsigned Block; ///< MemoryPipes::StoreBlock
  /// After so many iterations all stores lie in blocks as before.
  uint32_t Phases = 1;
  /// Stores that have retired and are not yet written.
  unsigned Waiting = 0;
  /// The oldest of them, among the stores of an iteration, and its iteration.
  uint32_t Next = 0, Iteration = 0;
  /// Blocks of it that are written already.
  unsigned Part = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_STOREWRITER_H
