//===- Emitter.h - The two makers of code ---------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What RunCode.h promises, for each architecture.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_EMITTER_H
#define TAKT_TOOLS_MEASURE_RUNNER_EMITTER_H

#include "RunCode.h"

namespace takt {

namespace x86 {
RunCode runCode(const CodeBytes &Body, uint64_t Copies, const CodeChoice &C);
CodeBytes calibrationLoop();
CodeBytes probeLoop();
bool setBranch(uint8_t *Instr, size_t Size, int64_t Distance);
std::optional<int64_t> branchOf(const uint8_t *Instr, size_t Size);
} // namespace x86

namespace aarch64 {
RunCode runCode(const CodeBytes &Body, uint64_t Copies, const CodeChoice &C);
CodeBytes calibrationLoop();
CodeBytes probeLoop();
bool setBranch(uint32_t &Instr, int64_t Distance);
std::optional<int64_t> branchOf(uint32_t Instr);
} // namespace aarch64

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_EMITTER_H
