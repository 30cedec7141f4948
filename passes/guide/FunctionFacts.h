//===- FunctionFacts.h - What decides which shapes are tried ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What guiding asks of the real function. Nothing of
/// it may change what LLVM makes of a function that keeps its shape: the
/// analysis of its addresses is guiding's own, for LLVM's remembers what it was
/// asked and in which order, and no loop is brought into another form.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_FUNCTIONFACTS_H
#define TAKT_PASSES_GUIDE_FUNCTIONFACTS_H

#include "LoopDistance.h"
#include "MarkApart.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace takt {

class FunctionFacts {
public:
  /// \p F must stay as it is while this lives.
  FunctionFacts(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

  llvm::ScalarEvolution &scalarEvolution() { return SE; }
  /// As findApart.
  llvm::ArrayRef<ApartGroup> apart();
  /// As distanceOf.
  LoopDistance distance(llvm::Loop &L);
  /// Pairs of accesses that LLVM compares to find out whether loops around
  /// innermost ones may be unrolled and the copies jammed (mayJam()); 0: there
  /// are none that could be, or too many accesses in each.
  unsigned jamPairs() const;

private:
  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  llvm::ScalarEvolution SE;
  std::optional<llvm::SmallVector<ApartGroup, 4>> Apart;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_FUNCTIONFACTS_H
