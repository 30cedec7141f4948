//===- OwnBlocks.h - Blocks of a loop that are in none in it ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The blocks of a loop but for those of loops in it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_OWNBLOCKS_H
#define TAKT_PASSES_OWNBLOCKS_H

#include "llvm/ADT/STLExtras.h"

namespace takt {

/// The blocks of \p L, a Loop or MachineLoop, that are in no loop in it, in the
/// order in which LLVM lists them. \p L must outlive the range.
template <typename LoopT> auto ownBlocks(const LoopT &L) {
  return llvm::make_filter_range(L.blocks(), [&L](const auto *B) {
    return llvm::none_of(L.getSubLoops(),
                         [=](const auto *In) { return In->contains(B); });
  });
}

} // namespace takt

#endif // TAKT_PASSES_OWNBLOCKS_H
