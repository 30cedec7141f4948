//===- ChainDrawing.h - A recurrence drawn beside the code ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws a recurrence as arrows in front of the lines of its instructions:
///
///     ╭╭►  mulsd  %xmm1, %xmm0
///     ││   addq   $8, %rdi
///     ╰╰►  addsd  %xmm2, %xmm0
///
/// An instruction that only waits for itself is marked with ↻.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_CHAINDRAWING_H
#define TAKT_TOOLS_TAKT_CHAINDRAWING_H

#include "InstrFacts.h"
#include "llvm/ADT/ArrayRef.h"

namespace takt {

/// One string for each of \p Lines instructions, all of them equally wide on
/// the screen (in columns), empty if \p Steps is. \p Unicode: with box-drawing
/// characters in UTF-8, else in ASCII.
std::vector<std::string> drawChain(llvm::ArrayRef<ChainStep> Steps,
                                   size_t Lines, bool Unicode);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_CHAINDRAWING_H
