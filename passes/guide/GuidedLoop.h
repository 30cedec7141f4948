//===- GuidedLoop.h - A loop whose shape is being chosen --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What guiding knows of one loop, and what it tells the user of it: the remark
/// and the line of -takt-dump-guide.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDEDLOOP_H
#define TAKT_PASSES_GUIDE_GUIDEDLOOP_H

#include "GuideCost.h"
#include "LoopDistance.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class OptimizationRemarkEmitter;
} // namespace llvm

namespace takt {

class FunctionFacts;
class SaidCopies;

/// An innermost loop that may be given a shape.
struct GuidedLoop {
  llvm::Loop *L = nullptr;
  unsigned Number = 0;
  /// Source iterations from entry to exit, and whether code or profile say so.
  uint64_t Trips = 0;
  bool TripsKnown = false;
  /// The same of the loop around it, if it is the only one in that.
  uint64_t OuterTrips = 1;
  bool OuterTripsKnown = false;
  /// As LLVM does it.
  LoopCost Before;
  bool Vectorised = false;
  /// Neighbouring iterations read the same, as in a stencil: several at a time
  /// can share loads.
  bool SharesAccesses = false;
  /// Its number of iterations can be computed before it runs: else it is
  /// neither vectorised nor interleaved.
  bool IsCountable = false;
  /// How far it may be vectorised and interleaved.
  LoopDistance Distance;
  /// As keepsRow().
  bool KeepsRow = false;
  /// All that it computes is of one size, and in rows (isUniform).
  bool IsUniform = false;
  /// Elements of its narrowest loads and stores that fill a vector register, of
  /// loads that are extended after extension; 0: not known.
  unsigned WidestVector = 0;
  /// Elements of a vector as LLVM chooses them; 0: not known (yet).
  unsigned Width = 0;
  /// Machine instructions that its loops will have in \p Shape, from those that
  /// they have as LLVM does it.
  unsigned expectedInstrs(const LoopShape &Shape) const;

  LoopShape Best;
  LoopCost BestCost;
  /// Shapes still to be tried.
  llvm::SmallVector<LoopShape, 8> Candidates;
};

/// \returns the loops of \p F that may get another shape, and what is known of
/// them before any is tried.
llvm::SmallVector<GuidedLoop, 4> guidedLoops(llvm::Function &F,
                                             llvm::FunctionAnalysisManager &AM,
                                             FunctionFacts &Facts);

/// Machine instructions of a copy of a function in which \p Loops have
/// \p Shapes, by their numbers, and which has \p OtherInstrs outside of them.
unsigned expectedInstrs(llvm::ArrayRef<GuidedLoop> Loops,
                        llvm::ArrayRef<LoopShape> Shapes, unsigned OtherInstrs);

/// What differs in \p G's best shape from LLVM's choice: "interleaved by 8
/// instead of 4".
std::string describeChange(const GuidedLoop &G);

/// Says, as a remark, what was chosen for \p G: "interleaved by 8 instead of 4:
/// 0.25 → 0.14 cycles per source iteration on skylake (the issue width ...)".
/// Of copies of one loop only to who asks for verbose remarks once \p Said has
/// enough.
void emitGuideRemark(llvm::OptimizationRemarkEmitter &ORE, const GuidedLoop &G,
                     SaidCopies &Said);
/// The same for a shape of its function in which \p G takes \p Cost.
void emitGuideRemark(llvm::OptimizationRemarkEmitter &ORE, const GuidedLoop &G,
                     const FunctionShape &Shape, const LoopCost &Cost,
                     SaidCopies &Said);

/// Says, as a remark of kind "missed", that the budget is not enough to look at
/// \p G, and so, maybe, at other loops of the file.
void emitBudgetRemark(llvm::OptimizationRemarkEmitter &ORE,
                      const GuidedLoop &G);

/// Writes what \p Shape costs, where -takt-dump-guide asks for it: a line with
/// tabs between function and number of the loop, width, interleave count,
/// unroll count, source iterations at entry, cycles from entry to exit, cycles
/// per source iteration, source iterations at a time, instructions, and what
/// binds; "-" where the cost is not known.
void dumpShape(const GuidedLoop &G, const LoopShape &Shape,
               const std::optional<LoopCost> &Cost);
/// The same for a shape of its function: "jam 4", "apart" or "function", the
/// unroll count, and the bits of vectors stand for the three numbers of a
/// loop's shape.
void dumpShape(const GuidedLoop &G, const FunctionShape &Shape,
               const std::optional<LoopCost> &Cost);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDEDLOOP_H
