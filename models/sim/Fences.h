//===- Fences.h - Order between loads and stores ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fences (KernelInstr::Order): they wait for the earlier loads (stores), and
/// the later ones wait for them. Between two fences there is one section of
/// loads (stores), so it is enough to count those of a section that have not
/// finished.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_FENCES_H
#define TAKT_MODELS_SIM_FENCES_H

#include "Core.h"

namespace takt::sim {

class Fences {
public:
  explicit Fences(const Core &M);

  /// What a µop that is being issued waits for.
  struct Waits {
    llvm::SmallVector<UopNumber, 4> Fences; ///< until they have executed
    unsigned Sections = 0; ///< of which some µop has not executed (see finish)
    Cycle Known = 0;       ///< until when those take that are known
  };
  Waits issue(UopNumber N, const SimUop &S, Ordering Order, uint32_t Iteration);
  /// µop \p N has executed in cycle \p End. \returns the fences that waited for
  /// a section of which it is the last one, and the section's time.
  std::pair<llvm::ArrayRef<UopNumber>, Cycle>
  finish(UopNumber N, const SimUop &S, Cycle End);
  void state(StateWriter &W) const;

private:
  /// The loads (stores) between two fences.
  struct Section {
    unsigned Open = 0;                      ///< those that have not executed
    Cycle End = 0;                          ///< when the others have
    llvm::SmallVector<UopNumber, 4> Fences; ///< those that wait for it
  };
  enum Kind { Load, Store, NumKinds };
  static bool orders(Ordering Order, unsigned Kind);
  static int kindOf(const SimUop &S);
  Section &current(unsigned K) { return Sections[K][Current[K]]; }

  bool Used;
  PoolVector<NumberedRing<Section>> Sections; ///< by kind
  PoolVector<uint32_t> SectionOf;             ///< of each µop in flight
  uint32_t Current[NumKinds] = {0, 0};
  /// The µops of the last fence and of the one before.
  llvm::SmallVector<UopNumber, 4> Last[NumKinds], Before[NumKinds];
  /// Instruction and iteration of the last fence.
  uint32_t FenceInstr = ~0u, FenceIteration = ~0u;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_FENCES_H
