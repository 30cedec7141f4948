//===- ChildMemory.h - The memory that a block finds ---------- -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers point into windows of their own. Each window is one page of memory
/// that appears at every address of the window, so that pointers that walk stay
/// in the first-level cache; pages are mapped as they are touched.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_CHILDMEMORY_H
#define TAKT_TOOLS_MEASURE_CHILDMEMORY_H

#include "RunCode.h"

namespace takt {

/// Addresses of windows. Below 2 GiB, so that 32-bit arithmetic on them gives
/// addresses that can be mapped.
constexpr uint64_t FirstWindow = 0x10000000, WindowSize = 0x01000000;
/// One for each general register, one for pointers that are loaded, and one for
/// all other addresses. The last two are apart so that a store through a loaded
/// pointer does not overwrite the next pointer.
constexpr unsigned LoadedWindow = 16, OtherWindow = 17, Windows = 18;

/// No page is mapped below: what is there is a null pointer and its fields.
constexpr uint64_t LowestAddress = 0x10000;

/// Where register or window \p Number points: the middle of its window, at an
/// offset in the page that no other register has, at the begin of a 64-byte
/// line.
constexpr uint64_t pointerOf(unsigned Number) {
  return FirstWindow + Number * WindowSize + WindowSize / 2 +
         (Number * 0x100) % 0x1000 + (Number == LoadedWindow ? 0x80 : 0);
}

/// Makes memory and fault handlers in this process, for good. \returns null if
/// that fails. The process ends with FaultExit at an access that cannot be
/// made. To be called once, in the child.
RunFrame *prepareChildMemory();

/// Pages mapped so far because they were touched.
unsigned mappedPages();

/// Exit code of a child that made an impossible access.
constexpr int FaultExit = 100;

/// Copies \p Code to where it can be run, at a multiple of 4096. \returns null
/// if that fails.
void (*placeCode(llvm::ArrayRef<uint8_t> Code))();

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_CHILDMEMORY_H
