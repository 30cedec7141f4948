//===- RowEnd.h - What is left over behind a row ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Of a loop of a known number of iterations LLVM may put all vectors into a
/// row. What is still a loop then does the last few elements, and all of them
/// where accesses meet.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ROWEND_H
#define TAKT_PASSES_ROWEND_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class BasicBlock;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace takt {

/// How a loop runs behind the code that the vectoriser made of its source loop,
/// where all iterations of that stand in a row: for the last few elements.
struct RowEnd {
  /// Its machine iterations then; none: nothing tells.
  std::optional<unsigned> Iterations;
  /// The blocks of the row, if it does.
  llvm::SmallVector<const llvm::BasicBlock *, 4> Row;
};

/// Finds out how often \p L, a remainder in another loop, runs behind a row,
/// which control has been through at the end of blocks that \p IsBehindRow:
/// where that depends on the way to it, by where it starts then. 0: it is not
/// entered then; none: nothing tells, or it is more than MostBehindRow times.
std::optional<unsigned>
iterationsBehindRow(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                    llvm::function_ref<bool(llvm::BasicBlock &)> IsBehindRow);

/// Iterations that are followed behind a row. Mostly a few elements are left,
/// but of bytes in vectors of 64 it may be a thousand, which would cost too
/// much to simulate one by one.
inline constexpr unsigned MostBehindRow = 64;

} // namespace takt

#endif // TAKT_PASSES_ROWEND_H
