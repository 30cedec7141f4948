//===- TracedBody.h - Bodies with breakpoints -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts a breakpoint before every instruction. That works under qemu and in
/// containers, where stepping by the processor's trap flag does not or is slow.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_TRACEDBODY_H
#define TAKT_TOOLS_MEASURE_RUNNER_TRACEDBODY_H

#include "RunCode.h"

namespace takt {

/// Bytes of a breakpoint: int3; brk #0.
constexpr unsigned breakpointSize(Arch For) {
  return For == Arch::X86_64 ? 1 : 4;
}

struct TracedBody {
  CodeBytes Bytes;
  /// The breakpoint of each instruction.
  std::vector<unsigned> Starts;
  /// Job::Fields, moved with their instructions.
  std::vector<PcField> Fields;
};

/// The body of \p J with breakpoints, to which its branches lead. None if a
/// branch cannot reach that far (LOOP and JRCXZ have one byte).
std::optional<TracedBody> tracedBody(const Job &J);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_TRACEDBODY_H
