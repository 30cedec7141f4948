//===- RenameStage.h - From the µop queue into the back end -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes µops out of the queue, as many as are issued in one cycle (uiCA-model,
/// section 2): whole queued µops in order, up to the issue width in fused ones.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RENAMESTAGE_H
#define TAKT_MODELS_SIM_RENAMESTAGE_H

#include "Core.h"
#include "MoveEliminator.h"
#include "Scheduler.h"

namespace takt::sim {

class RenameStage {
public:
  RenameStage(const Core &M, const Cpu &C, UopQueue &Queue);

  /// The µops that are issued in this cycle.
  llvm::ArrayRef<IssuedUop> cycle();
  /// The iteration of the µop issued last.
  uint32_t iteration() const { return Iteration; }
  void state(StateWriter &W) const;

private:
  bool take(const QueuedUop &Q);
  bool takeMerges(const QueuedUop &Q, const SimInstr &I);
  void startInstr(const SimInstr &I);
  void add(const QueuedUop &Q, uint32_t Fused);

  const Core &M;
  const Program &P;
  UopQueue &Queue;
  MoveEliminator Moves;
  llvm::SmallVector<IssuedUop, 16> Issued;
  /// Entries of the load and store buffer that Issued takes.
  unsigned Loads = 0, Stores = 0;
  uint32_t Iteration = 0;
  /// Of the queue's first µop: fused µops already issued; its instruction's
  /// merges are; its instruction was looked at by startInstr.
  uint16_t Part = 0;
  bool Merged = false, Started = false;
  Variant Form = Listed;
  bool Eliminated = false;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RENAMESTAGE_H
