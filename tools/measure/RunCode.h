//===- RunCode.h - The machine code of a measurement ---------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x86-64 code that sets all registers, reads the time stamp counter, runs a
/// body, and reads it again. Only bytes are made here; they can be made and
/// tested on any host.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNCODE_H
#define TAKT_TOOLS_MEASURE_RUNCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstddef>
#include <cstdint>

namespace takt {

/// What the code reads and writes beside the body's own data. It lies at
/// FrameAddress, so that the code reaches it when no register is its own.
struct RunFrame {
  /// Values at the body's begin, by encoding number (rax, rcx, rdx, rbx, ...).
  uint64_t Registers[16];
  uint64_t StackPointer; ///< of the caller
  uint64_t Begin, End;   ///< time stamps
  uint32_t Mxcsr, CallerMxcsr;
  double Vector[2]; ///< of every xmm register
};

/// Below 2 GiB, so that a 32-bit displacement reaches it.
constexpr uint32_t FrameAddress = 0x0f000000;

/// The body begins at a multiple of this many bytes of the code, as uiCA's
/// paper asks in section 5.3.
constexpr size_t BodyAlignment = 64;

using CodeBytes = llvm::SmallVector<uint8_t, 0>;

/// A function `void()` that runs \p Body \p Copies times in a row. \p Avx: the
/// upper halves of vector registers are cleared first. Keeps what the System V
/// ABI says must be kept, whatever the body does to registers.
CodeBytes runCode(llvm::ArrayRef<uint8_t> Body, uint64_t Copies, bool Avx);

/// Adds in one pass of calibrationLoop().
constexpr unsigned CalibrationAdds = 100;

/// A loop of CalibrationAdds additions that each wait for the one before, which
/// take one cycle each on every x86-64 CPU with 64-bit adders, closed by
/// `dec r15; jnz`. Between registers: additions of small constants cost nothing
/// on some CPUs since Alder Lake's performance cores.
CodeBytes calibrationLoop();

/// The encoding number of the register that calibrationLoop counts with.
constexpr unsigned CalibrationCounter = 15;

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNCODE_H
