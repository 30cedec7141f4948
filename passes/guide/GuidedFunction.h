//===- GuidedFunction.h - A function whose shape is chosen ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which shapes of a function are tried in front of the vectoriser, what they
/// cost, and the remark on what was chosen. docs/guide.md has the reasons.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDEDFUNCTION_H
#define TAKT_PASSES_GUIDE_GUIDEDFUNCTION_H

#include "GuidedLoop.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class ScalarEvolution;
class TargetMachine;
} // namespace llvm

namespace takt {

class FunctionFacts;

/// The shape in which a copy of \p F is compiled along with the first look at
/// it, or the default: its accesses marked as apart, where that has LLVM make
/// vectors of straight code of a row, or several iterations unrolled, where it
/// makes none of one. \p Loops are all that are guided.
FunctionShape shapeAhead(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                         FunctionFacts &Facts,
                         llvm::ArrayRef<GuidedLoop> Loops);

/// The bits of vectors that \p TM has for \p F if it is asked for wider ones
/// than it prefers; 0: it prefers the widest, or somebody has said which it
/// shall have.
unsigned widerBits(llvm::Function &F, const llvm::TargetMachine &TM);

/// A function, all innermost loops of which may be given a shape.
class GuidedFunction {
public:
  /// \p Loops are the guided ones of \p F, of which it is known what they cost
  /// as LLVM compiles them. There is nothing to try if other innermost loops
  /// are in \p F, for a shape changes those, too. \p MayJam as mayJam() says,
  /// \p Wider as widerBits(); 0: none are wanted.
  GuidedFunction(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                 FunctionFacts &Facts, bool MayJam, unsigned Wider,
                 llvm::ArrayRef<GuidedLoop> Loops);

  /// The shapes worth a try before those of single loops, the most promising
  /// first, and those worth one if nothing better is left.
  llvm::ArrayRef<FunctionShape> candidates() const { return Candidates; }
  llvm::ArrayRef<FunctionShape> others() const { return Others; }
  /// Machine instructions that the loops will have in \p Shape.
  unsigned expectedInstrs(const FunctionShape &Shape) const;

  /// The same as judge() of a candidate, which then is none any more.
  void judgeAhead(const FunctionShape &Shape, const ScratchResult &R);
  /// Takes note of what \p Shape costs, in \p R.
  void judge(const FunctionShape &Shape, const ScratchResult &R);
  /// True if a shape was found that is cheaper than what LLVM does.
  bool gains() const { return !Best.isDefault(); }
  /// The cheapest shape so far, if it gains more than \p Loops with the shapes
  /// that were chosen for each of them; else the default.
  FunctionShape best(llvm::ArrayRef<GuidedLoop> Loops) const;
  /// Says, as a remark at each loop that gains, what was chosen: "outer loops
  /// unrolled by 4 and jammed: 0.40 → 0.32 cycles per source iteration ...".
  void emitRemarks(llvm::OptimizationRemarkEmitter &ORE,
                   SaidCopies &Said) const;

private:
  void findCandidates(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                      FunctionFacts &Facts, bool MayJam);
  std::optional<LoopCost> costOf(const GuidedLoop &G, const FunctionShape &S,
                                 const ScratchResult &R) const;

  llvm::SmallVector<GuidedLoop, 4> Loops;
  unsigned Wider;
  llvm::SmallVector<FunctionShape, 4> Candidates, Others;
  FunctionShape Best;
  double BestCycles = 0;
  /// Of Loops, in Best.
  llvm::SmallVector<LoopCost, 4> BestCosts;
};

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDEDFUNCTION_H
