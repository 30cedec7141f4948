//===- FunctionLoops.h - Which loops of a function are looked at -*- C++-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The innermost loops of a machine function and what each is for. A loop
/// around another one counts as innermost, too, where that runs hardly ever:
/// LLVM has vectorised it and put all its iterations in a row, and left it for
/// the case that accesses meet.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_FUNCTIONLOOPS_H
#define TAKT_PASSES_FUNCTIONLOOPS_H

#include "takt/passes/LoopFacts.h"
#include "takt/passes/LoopPath.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineInstr;
class MachineLoop;
class MachineLoopInfo;
} // namespace llvm

namespace takt {

/// Loops in the order of the code. What stands at the same index is about the
/// same loop.
struct FunctionLoops {
  std::vector<const llvm::MachineLoop *> Loops;
  std::vector<RoleEvidence> Evidence;
  std::vector<LoopRole> Roles;

  size_t size() const { return Loops.size(); }
  /// True if loop \p I does most of the work of its source loop: the others get
  /// few iterations, which are not worth a simulation to compare shapes.
  bool isMain(size_t I) const;
  /// Where loop \p I starts, if that is known.
  llvm::DebugLoc startOf(size_t I) const;
  /// Where the loops in loop \p I start whose iterations stand in a row.
  std::vector<llvm::DebugLoc> rowsIn(size_t I) const;
  /// The loops behind these rows, which the path of loop \p I goes through.
  std::vector<InnerLoop> loopsBehindRowsIn(size_t I) const;
  /// True if \p Store and \p Load are accesses of one of these rows, or one is
  /// of a loop behind it: the vectoriser has compared pointers in front of the
  /// row, or the path would not go by it.
  bool haveBeenCompared(size_t I, const llvm::MachineInstr &Store,
                        const llvm::MachineInstr &Load) const;
};

/// The place of the first instruction in \p Blocks that has one; null: none
/// has.
llvm::DebugLoc firstPlaceIn(llvm::ArrayRef<llvm::MachineBasicBlock *> Blocks);

/// Finds the loops of a function: the innermost ones, and those around loops
/// whose iterations stand in a row.
FunctionLoops findLoops(const llvm::MachineLoopInfo &MLI,
                        const FactFinder &Facts);

} // namespace takt

#endif // TAKT_PASSES_FUNCTIONLOOPS_H
