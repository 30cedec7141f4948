//===- FunctionShaper.h - Gives a function its shape ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives functions the shapes of FunctionShape.h, the real one as its copies:
/// LLVM's unroller, its unroll and jam, early CSE and dead store elimination,
/// in front of the vectoriser.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_FUNCTIONSHAPER_H
#define TAKT_PASSES_GUIDE_FUNCTIONSHAPER_H

#include "takt/passes/FunctionShape.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
class TargetTransformInfo;
} // namespace llvm

namespace takt {

/// The name of the function attribute of FunctionShape::VectorBits.
inline constexpr llvm::StringLiteral VectorBitsName = "prefer-vector-width";

/// True if \p L may be given a shape: no pragma or attribute says anything, and
/// it calls no function, for such loops are not modelled.
bool mayShape(const llvm::Loop &L, const llvm::TargetTransformInfo &TTI);

/// The loop around \p L, an innermost one, if LLVM might unroll it and jam the
/// copies of \p L: nothing else is in it, and nothing speaks against a copy.
/// Null: there is none.
llvm::Loop *jammableParent(const llvm::Loop &L,
                           const llvm::TargetTransformInfo &TTI);

/// True if LLVM finds it legal to unroll the loop around some innermost loop of
/// \p F and to jam the copies, once accesses are marked as apart. Brings these
/// loops into the form that LLVM's loop passes work on, as the next one would.
bool mayJam(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

/// What giving a function its shape has changed.
struct ShapingResult {
  /// The numbers of the loops that were jammed, as far as they have the places
  /// of a copy.
  llvm::SmallVector<unsigned, 2> Jammed;
  /// Loops that were unrolled, jammed or not.
  unsigned Unrolled = 0;
  llvm::PreservedAnalyses Preserved = llvm::PreservedAnalyses::all();
};

/// Gives \p F the shape \p S. Loops that may not be shaped and those that LLVM
/// finds no legal way for stay as they are. In a copy the loops that do what is
/// left over of a nest are marked (LoopPlace::IsRest).
ShapingResult applyShape(llvm::Function &F, const FunctionShape &S,
                         llvm::FunctionAnalysisManager &AM);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_FUNCTIONSHAPER_H
