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
/// profile it is the one that the compiler plugin takes without one
/// (HottestPath.h) if LLVM's heuristics know nothing but the loop: branches
/// within the loop go either way alike, branches out of it are rarely taken.
/// LLVM knows more in the compiler (comparisons with zero and null, cold
/// calls), so that the two may differ.
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
/// PathProbability, Assumption and WhyNot are set. WhyNot is set for a loop
/// without exit, a loop that holds other loops, a path through a jump table,
/// and a cycle with several entries (irreducible).
void findLoops(FlowGraph &G, bool AllLoops,
               llvm::function_ref<void(CodeRegion)> Found);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_LOOPS_H
