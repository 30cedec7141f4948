//===- LoopNests.h - Loops of MLIR and what is done to them -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Innermost loops of MLIR modules, numbered in the order of the text, so that
/// they are found again in copies and in the machine code made of these.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_MLIR_LOOPNESTS_H
#define TAKT_PASSES_MLIR_LOOPNESTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class Module;
} // namespace llvm

namespace takt {

/// How often a loop is unrolled, or the loop around it, whose copies are jammed
/// then; one of them is 1.
struct NestShape {
  unsigned Unroll = 1, Jam = 1;

  bool changes() const { return Unroll > 1 || Jam > 1; }
};

/// The innermost affine.for and scf.for of \p Module.
llvm::SmallVector<mlir::Operation *, 8> innermostLoops(mlir::ModuleOp Module);

/// Iterations of an affine.for or scf.for, if constant.
std::optional<uint64_t> tripCount(mlir::Operation *Loop);

/// The loop right around \p Loop if it can be unrolled and jammed: both are
/// affine.for, \p Loop is its only one, and none of its iterations needs
/// another one's results. Null: there is none.
mlir::Operation *jammableAround(mlir::Operation *Loop);

/// Gives \p Loop a shape. \returns false if it cannot be, and nothing was
/// changed then.
bool applyShape(mlir::Operation *Loop, const NestShape &Shape);

/// Makes every operation of \p Module know the number of the loop that it is
/// in, by its location; to be called before shapes are applied.
void numberLoops(mlir::ModuleOp Module);

/// Turns these numbers into places of a ScratchFunction, which LLVM's loops
/// and instructions keep; to be called behind that.
void placeLoops(mlir::ModuleOp Module);

/// Marks the loops of LLVM IR that was made of such a module, and keeps the
/// functions with any, though nobody may call them.
void markLoops(llvm::Module &M);

/// The numbers of loops whose vectors are all in straight code of \p M, which
/// was optimised: the vectoriser's loop was unrolled completely. What is left
/// as a loop is the one for accesses that meet, and tells nothing.
llvm::SmallSet<unsigned, 8> loopsInStraightCode(const llvm::Module &M);

} // namespace takt

#endif // TAKT_PASSES_MLIR_LOOPNESTS_H
