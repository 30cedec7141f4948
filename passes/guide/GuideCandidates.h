//===- GuideCandidates.h - Shapes that are worth a try ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which shapes of a loop are tried, in which order, and which gain is worth a
/// change. docs/guide.md has the reasons.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDECANDIDATES_H
#define TAKT_PASSES_GUIDE_GUIDECANDIDATES_H

#include "GuidedLoop.h"

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace takt {

/// Less is not worth a change, for the model is not more exact: predictions of
/// compiled loops on Zen 4 were wrong by 4.9 % in the mean when this was chosen
/// (docs/guide.md).
inline constexpr double LeastGain = 0.05;

/// True if some load of \p L reads what another one reads in an iteration
/// nearby, as in a stencil.
bool sharesAccesses(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// The shape of \p G that is worth a try before one knows what LLVM does; the
/// default: none.
LoopShape shapeAhead(const GuidedLoop &G);

/// The shapes worth a try for \p G, of which it is known what LLVM does, the
/// most promising first, for the budget may not be enough for all.
llvm::SmallVector<LoopShape, 8> candidatesFor(const GuidedLoop &G);

/// True if other shapes may make a loop of \p Cost at least half as fast again,
/// by what its ports and its chain of dependences leave.
bool mayGainMuch(const LoopCost &Cost);

/// True if \p New is so much better than \p Old that it is worth a change. How
/// many iterations there are is a guess where neither code nor profile says: a
/// shape has to win for many, too.
bool isBetter(const LoopCost &New, const LoopCost &Old, bool TripsKnown);

/// Takes note of what \p Shape costs, as \ref dumpShape does and as the best
/// shape of \p G if it is.
void judge(GuidedLoop &G, const LoopShape &Shape,
           const std::optional<LoopCost> &Cost);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDECANDIDATES_H
