//===- CacheReads.h - What loads take of the cache --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads that go to their port without knowing whether another load reads the
/// same bank (MemoryPipes::LoadRetry, Banks). One that comes too late has lost
/// its port for that cycle and tries again later. docs/zen4-memory.md tells how
/// the rules were found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_CACHEREADS_H
#define TAKT_MODELS_SIM_CACHEREADS_H

#include "Core.h"
#include "llvm/ADT/SmallVector.h"

namespace takt::sim {

class CacheReads {
public:
  CacheReads(const Program &P, const MemoryPipes &Pipes);

  /// Whether loads try again at all; else nothing of this is in use.
  bool inUse() const { return Delay != 0; }
  void beginCycle(Cycle Now);

  /// Load \p S of iteration \p Iteration goes to its port in cycle \p Now. It
  /// is over the end of a line if \p Crosses. \returns false if it goes there
  /// in vain.
  bool enter(const SimUop &S, uint32_t Iteration, bool Crosses, Cycle Now);
  /// Load \p N was too late in cycle \p Now. \returns when it tries again.
  Cycle again(UopNumber N, Cycle Now);

  /// \p Now is the cycle that comes next, \p Next the number of the next µop to
  /// be issued.
  void state(StateWriter &W, Cycle Now, UopNumber Next) const;

private:
  struct Reading {
    const SimUop *Load;
    uint32_t Iteration;
    Cycle Until;
    bool Banks; ///< it keeps others from its banks
  };
  struct Retrying {
    UopNumber Load;
    Cycle At;
  };
  bool meet(const SimUop &S, uint32_t Iteration, const Reading &R) const;

  const Program &P;
  const Cycle Delay;
  const unsigned Ways;
  const int64_t Line;
  /// Loads that have met in a bank since two were last in the same way.
  unsigned Met = 0;
  llvm::SmallVector<Reading, 8> Reads;
  llvm::SmallVector<Retrying, 8> Retries;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_CACHEREADS_H
