//===- Loops.h - Loops of disassembled code ---------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Natural loops of a control-flow graph as regions.
///
/// A loop of several blocks with a choice between them needs a path. Without a
/// profile the path is the one that compilers lay out as the likely one: at a
/// branch whose two ways both stay in the loop, a forward branch is not taken
/// and a backward branch is taken (Smith, "A Study of Branch Prediction
/// Strategies", ISCA 1981, strategy 3: backward taken, forward not taken); at a
/// branch with one way out of the loop, the loop goes on.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_LOOPS_H
#define TAKT_TOOLS_INPUT_LOOPS_H

#include "CodeRegion.h"
#include "Flow.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace takt {

/// Hands \p Found every loop of \p G by address: the innermost ones, or all
/// with \p AllLoops. Kind, Range, Instrs, Repeats, Depth, Blocks, Path,
/// Assumption and WhyNot are set. WhyNot is set for a loop without exit, a loop
/// that holds other loops, and a cycle with several entries (irreducible).
void findLoops(FlowGraph &G, bool AllLoops,
               llvm::function_ref<void(CodeRegion)> Found);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_LOOPS_H
