//===- Measurable.h - Blocks that can be run ------------------ -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides whether a block can be run as it is, and what its repetitions look
/// like.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_MEASURABLE_H
#define TAKT_TOOLS_MEASURE_MEASURABLE_H

#include "Block.h"
#include "RunCode.h"

namespace takt {

/// A body to run, and how often.
struct Measurable {
  CodeBytes Body;
  /// Encoding number of the register that counts the iterations; none: copies
  /// of the body are run in a row.
  std::optional<unsigned> Counter;
  /// Repetitions of the two runs whose difference is taken.
  uint64_t Few = 0, Many = 0;
};

/// \p Bytes repeated as \p N says. A loop is closed with a free register unless
/// the block ends in `dec r64; jnz` to its start itself. Errors: what
/// decodeBlock and setNotion say; code that leaves the block (call, return,
/// system call, indirect jump, jump elsewhere); a loop of the block's own with
/// an end that is not known.
llvm::Expected<Measurable>
makeMeasurable(CodeTarget &T, llvm::ArrayRef<uint8_t> Bytes, Notion N);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_MEASURABLE_H
