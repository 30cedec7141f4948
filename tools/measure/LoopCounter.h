//===- LoopCounter.h - What a loop counts with ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds a register whose first value says how often a loop runs, so that the
/// loop can be measured with the instructions that it has.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_LOOPCOUNTER_H
#define TAKT_TOOLS_MEASURE_LOOPCOUNTER_H

#include "CodeTarget.h"
#include "Job.h"

namespace takt {

/// The register of \p Code, whose last instruction branches to the first. It
/// knows one register that a single instruction changes by a constant, and that
/// is compared with zero, a constant, or a register that nothing changes. None
/// if the loop ends otherwise; whether what is returned holds shows when the
/// loop runs.
std::optional<CountRegister> loopCounter(CodeTarget &T,
                                         llvm::ArrayRef<CodeInstr> Code);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_LOOPCOUNTER_H
