//===- ScratchSummary.h - What a copy's loops cost --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What choosing a shape needs to know of the analysis of a copy.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_SCRATCHSUMMARY_H
#define TAKT_PASSES_GUIDE_SCRATCHSUMMARY_H

#include "ScratchCompiler.h"
#include "takt/passes/Guide.h"

namespace takt {

/// The line of the place in a copy where \p R's loop starts; 0: none.
unsigned lineOfScratch(const LoopReport &R);

/// What code generation saw of one copy.
ScratchResult summarise(const ScratchScope::SeenFunction &Seen);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_SCRATCHSUMMARY_H
