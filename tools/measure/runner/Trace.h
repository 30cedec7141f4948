//===- Trace.h - Where a body accesses memory -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Steps through a body and records the addresses of its accesses.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_TRACE_H
#define TAKT_TOOLS_MEASURE_RUNNER_TRACE_H

#include "Memory.h"
#include "TracedBody.h"

namespace takt {

/// One access.
struct Access {
  uint32_t Repetition = 0;
  uint32_t Site = 0; ///< in Job::Accesses
  uint64_t Address = 0;
};

struct Trace {
  std::vector<Access> Accesses;
  /// How often the body was begun.
  uint64_t Repetitions = 0;
};

/// Exit code of a child whose body goes on and on.
constexpr int EndlessExit = 102;

/// The address of \p Site with these registers.
uint64_t addressOf(const AccessSite &Site, const uint64_t *Registers);

/// Runs \p Code, which has copies of \p Body, which is made of \p J, and
/// records accesses. The process ends with EndlessExit after more than \p
/// MostSteps instructions. Not reentrant.
Trace traceRun(const Job &J, const TracedBody &Body, const PlacedCode &Code,
               uint64_t MostSteps);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_TRACE_H
