//===- Runner.h - Runs code in a process of its own ----------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the samples of one block. Whatever the block does, it does it to a
/// child process.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_H
#define TAKT_TOOLS_MEASURE_RUNNER_H

#include "Measurable.h"
#include "Statistics.h"
#include "llvm/Support/Error.h"

namespace takt {

/// What became of a block.
enum class Status : uint8_t {
  Ok,
  Unstable,    ///< no two rounds were stable and agreed
  Fault,       ///< an access that cannot be made, a division error, a trap
  Illegal,     ///< this CPU does not have an instruction
  Timeout,     ///< did not end
  Unsupported, ///< cannot be run as a block; never tried
  Malformed,   ///< is not hex
};

/// "ok", "unstable", "fault", "illegal", "timeout", "unsupported", "malformed".
llvm::StringRef statusName(Status S);

struct Measurement {
  Status What = Status::Unstable;
  /// The lower of the two rounds that agree; of an unstable block the last
  /// round. All zero if nothing was measured.
  Round Cycles;
};

struct RunOptions {
  /// For one block, all rounds together.
  unsigned TimeoutMilliseconds = 3000;
};

/// Binds this process and its children to processor \p Core, or to the one that
/// it runs on. Fails if there is no such processor.
llvm::Error pinTo(std::optional<unsigned> Core);

/// Runs \p M until two rounds of samples agree, at most for the time given.
/// Fails if this host cannot run x86-64 code or memory or processes run out.
llvm::Expected<Measurement> measure(const Measurable &M, const RunOptions &O);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_H
