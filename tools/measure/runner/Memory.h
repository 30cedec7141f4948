//===- Memory.h - The memory that a block finds ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers point into windows of their own; pages are mapped as they are
/// touched. Where the windows and the pointers in them lie is an assignment of
/// addresses; there are several, for what depends on one is an artefact.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_MEMORY_H
#define TAKT_TOOLS_MEASURE_RUNNER_MEMORY_H

#include "RunCode.h"

namespace takt {

/// Addresses of windows. Below 2 GiB, so that 32-bit arithmetic on them gives
/// addresses that can be mapped.
constexpr uint64_t FirstWindow = 0x10000000, WindowSize = 0x01000000;
/// One for each register, and one for pointers that are loaded.
constexpr unsigned LoadedWindow = 32, Windows = 33;

/// Behind the windows: what the linker would have filled in (Job::Fields).
constexpr uint64_t LinkedBase = 0x38000000;
/// Code lies from here on, within reach of LinkedBase.
constexpr uint64_t CodeBase = 0x48000000;

/// No page is mapped below: what is there is a null pointer and its fields.
/// Above, the kernel may still refuse (vm.mmap_min_addr).
constexpr uint64_t LowestAddress = 0x1000;

constexpr unsigned Assignments = 3;

/// Bytes of a line of the first-level cache.
constexpr uint64_t LineSize = 64;

/// Where register or window \p Number points in \p Assignment: near the middle
/// of a window, at an offset in the page that no other register has, at the
/// begin of a line.
uint64_t pointerOf(unsigned Number, unsigned Assignment);

/// Makes the frame and fault handlers in this process, for good. \returns null
/// if that fails. The process ends with FaultExit at an access that cannot be
/// made. To be called once, in the child.
RunFrame *prepareMemory(Arch For);

/// Unmaps what was touched, and lets registers and memory be as \p Assignment
/// and \p F say. Registers in \p Small start as multiples of 64 below 2048.
void resetMemory(RunFrame &Frame, unsigned Assignment, Fill F, uint32_t Small);

/// Pages mapped since then because they were touched.
unsigned mappedPages();

/// Writes what memory held at first to the line at \p Address, which is mapped.
void restoreLine(uint64_t Address);

/// Exit code of a child that made an impossible access.
constexpr int FaultExit = 100;

/// Exit code of a child that touched more pages than any cache can hold lines
/// of.
constexpr int PagesExit = 103;

/// Code that can be run.
struct PlacedCode {
  void (*Run)() = nullptr;
  /// Addresses of the copies of the body.
  uint64_t BodyBegin = 0, BodyEnd = 0;
};

/// Copies \p Code to where nothing has been yet, with the body at \p Offset in
/// a page of 4096 bytes, and fills in \p Fields in each copy of a body of
/// \p BodySize bytes. Run is null if that fails.
PlacedCode placeCode(const RunCode &Code, unsigned Offset, size_t BodySize,
                     const std::vector<PcField> &Fields);

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_MEMORY_H
