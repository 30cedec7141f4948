//===- Child.h - Processes of their own -----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures a block in processes of its own. Whatever the block does, it does
/// it to these.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_CHILD_H
#define TAKT_TOOLS_MEASURE_RUNNER_CHILD_H

#include "Counter.h"

namespace takt {

/// Measures \p J in two processes, in up to five if those do not agree. \p
/// Known: cycles of a probe on a core of its own, 0 at first; they learn from
/// each other.
/// \returns what failed, or nothing: no memory, no process, code for another
/// architecture.
std::string measure(const Job &J, ClockChoice Wanted, double &Known,
                    Measurement &Result);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_CHILD_H
