//===- Reply.h - What a runner found out ------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lines that a runner writes and takt-measure reads.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_REPLY_H
#define TAKT_TOOLS_MEASURE_RUNNER_REPLY_H

#include "Statistics.h"
#include <string>

namespace takt {

/// What became of a block.
enum class Status : uint8_t {
  Ok,
  Unstable,    ///< no two rounds of two processes were stable and agreed
  Alias,       ///< a dependence through memory only some addresses make
  FourK,       ///< loads look like earlier stores in their low 12 bits
  Split,       ///< accesses over the end of a line
  NotL1,       ///< its data leave the first-level cache after a few repetitions
  Fault,       ///< an access that cannot be made, a division error, a trap
  Illegal,     ///< this CPU does not have an instruction
  Timeout,     ///< did not end
  Uncounted,   ///< a loop that does not run as often as it should
  Unsupported, ///< cannot be run as a block; never tried
  Malformed,   ///< is not hex
};

/// "ok", "unstable", "alias", "4k", "split", "notL1", "fault", "illegal",
/// "timeout", "uncounted", "unsupported", "malformed".
const char *statusName(Status S);

/// What is worth knowing of a block beside its cycles; bits.
enum Flag : unsigned {
  FlagWalk = 1,       ///< addresses move from repetition to repetition
  FlagMemoryDep = 2,  ///< a load reads what a store just wrote
  FlagPlacement = 4,  ///< typical is more than 3 % above the cycles
  FlagShort = 8,      ///< fewer than 150 repetitions stay in the cache
  FlagFourK = 16,     ///< 4k happens, in less than a twentieth of repetitions
  FlagStore32 = 32,   ///< stores over a 32-byte boundary
  FlagSmall = 64,     ///< registers started as small numbers
  FlagUntraced = 128, ///< addresses that are not known
  FlagClosed = 256,   ///< the loop's own branch was replaced by a counter
  FlagPath = 512,     ///< branches off the path lead to the next instruction
};

/// "walk|memdep".
std::string flagNames(unsigned Flags);

/// What the cycles were counted with.
enum class Clock : uint8_t {
  Tsc,    ///< ticks of constant rate, between calibrations
  Perf,   ///< the kernel's count of the core's cycles
  Rdpmc,  ///< the same, read without the kernel (x86-64)
  Cntvct, ///< AArch64's ticks of constant rate, between calibrations
};

/// "tsc", "perf", "rdpmc", "cntvct".
const char *clockName(Clock C);

struct Measurement {
  Status What = Status::Unstable;
  /// The lowest level that two rounds agree on; of an unstable block the lowest
  /// round. All zero if nothing was measured.
  Round Cycles;
  /// Median over all stable rounds, which differ in addresses and places.
  double Typical = 0;
  unsigned Flags = 0;
  Clock With = Clock::Tsc;
  /// Repetitions of the longer run.
  uint64_t Repetitions = 0;
  /// Cycles that a probe takes on a core of its own; 0: not known. Not part of
  /// a reply.
  double Probe = 0;
};

/// "result status=ok cycles=1.0000 ...".
std::string formatReply(const Measurement &M);
/// Reads such a line. \returns false if it is none.
bool parseReply(const std::string &Line, Measurement &M);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_REPLY_H
