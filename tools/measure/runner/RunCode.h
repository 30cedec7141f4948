//===- RunCode.h - The machine code of a measurement ---------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that sets all registers, reads a counter, runs a body, and reads it
/// again. Only bytes are made here; they can be made and tested on any host.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_RUNCODE_H
#define TAKT_TOOLS_MEASURE_RUNNER_RUNCODE_H

#include "Job.h"
#include "Reply.h"
#include <cstddef>

namespace takt {

/// What the code reads and writes beside the body's own data. It lies at
/// FrameAddress, so that the code reaches it when no register is its own.
struct RunFrame {
  /// Values at the body's begin, by encoding number: rax, rcx, rdx, rbx, ...,
  /// or x0 to x30 and sp.
  uint64_t Registers[32];
  uint64_t StackPointer; ///< of the caller
  uint64_t Begin, End;   ///< time stamps
  /// x86: MXCSR; AArch64: FPCR.
  uint64_t FloatControl, CallerFloatControl;
  uint64_t Counter;             ///< what rdpmc reads
  alignas(16) double Vector[2]; ///< of every vector register
  /// What the caller keeps in x19 to x30 and d8 to d15.
  uint64_t Kept[20];
};

/// Below 2 GiB, so that a 32-bit displacement reaches it.
constexpr uint32_t FrameAddress = 0x0f000000;

using CodeBytes = std::vector<uint8_t>;

/// What is around a body.
struct CodeChoice {
  Arch For = Arch::X86_64;
  /// x86-64: the upper halves of vector registers are cleared first.
  bool Avx = false;
  /// x86-64: there are zmm16 to zmm31, and masks of 64 bits.
  bool Avx512 = false;
  Clock With = Clock::Tsc;
};

/// A function `void()`.
struct RunCode {
  CodeBytes Bytes;
  /// The copies of the body in it.
  size_t BodyBegin = 0, BodyEnd = 0;
};

/// A function that runs \p Body \p Copies times in a row between two time
/// stamps. Keeps what the ABI says must be kept, whatever the body does to
/// registers.
RunCode runCode(const CodeBytes &Body, uint64_t Copies,
                const CodeChoice &Choice);

/// Adds in one pass of calibrationLoop().
constexpr unsigned CalibrationAdds = 100;

/// A loop of CalibrationAdds additions that each wait for the one before, which
/// take one cycle each on every CPU of these architectures with 64-bit adders.
/// Between registers: additions of small constants cost nothing on some CPUs
/// since Alder Lake's performance cores.
CodeBytes calibrationLoop(Arch For);

/// Loads, and instructions without effect, in one pass of probeLoop(); the
/// encoding number of the register that points to what is loaded.
constexpr unsigned ProbeLoads = 3, ProbeNops = 2, ProbePointer = 6;

/// A loop of both, which runs as fast as the core can take loads, instructions
/// and branches if nothing else does (docs/measuring.md, a core of one's own).
CodeBytes probeLoop(Arch For);

/// Passes of it that are a probe.
constexpr uint64_t ProbePasses = 4000;

/// The encoding number of the register that both loops count with.
constexpr unsigned CalibrationCounter = 15;

/// Lets the branch \p Instr lead to \p Distance bytes from its own begin.
/// \returns false if it is no direct branch or does not reach.
bool setBranch(Arch For, uint8_t *Instr, size_t Size, int64_t Distance);

/// Where the branch \p Instr leads, from its own begin; none: no direct branch.
std::optional<int64_t> branchOf(Arch For, const uint8_t *Instr, size_t Size);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_RUNCODE_H
