//===- LoopPath.h - The way through a loop that its kernel follows -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of several blocks has no single iteration to predict. The kernel is
/// the path from the header back to the header that is taken most often.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_LOOPPATH_H
#define TAKT_PASSES_LOOPPATH_H

#include "takt/models/HottestPath.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm {
class BasicBlock;
class MachineBasicBlock;
class MachineInstr;
class MachineLoop;
} // namespace llvm

namespace takt {

/// A block on the path.
struct PathBlock {
  const llvm::MachineBasicBlock *MBB = nullptr;
  /// The branch by which the path leaves the block; null if it falls through.
  /// Instructions behind it are not on the path.
  const llvm::MachineInstr *Exit = nullptr;
};

/// The kernel's path through \p L.
struct LoopPath {
  std::vector<PathBlock> Blocks;
  double Probability = 1.0;
};

/// A loop on the path of the one around it, which is left from one block only.
struct InnerLoop {
  const llvm::MachineLoop *L = nullptr;
  unsigned Iterations = 1; ///< the last of which ends where it is left
  /// Blocks of the IR of which the path goes through one before it.
  llvm::ArrayRef<const llvm::BasicBlock *> Behind;
};

/// Finds the path of \p L from the successor probabilities of its blocks, among
/// those that are in no loop in it but \p Through, and of \p Besides, blocks
/// outside of it (blocksBesides). Errors as hottestPath.
llvm::Expected<LoopPath>
findLoopPath(const llvm::MachineLoop &L, llvm::ArrayRef<InnerLoop> Through = {},
             llvm::ArrayRef<llvm::MachineBasicBlock *> Besides = {});

} // namespace takt

#endif // TAKT_PASSES_LOOPPATH_H
