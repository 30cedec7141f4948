//===- ByteMarkers.h - Regions marked by instructions -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The markers of IACA and OSACA that survive into the object:
///
///     x86       mov ebx, 111 (222 at the end); bytes 100 103 144
///     AArch64   mov x1, #111 (#222);           bytes 213 3 32 31
///
/// The region lies between the bytes of the start marker and the `mov` of the
/// end marker. Source: Intel Architecture Code Analyzer 3.0 user's guide
/// (IACA_START, IACA_END) and OSACA's documentation of its markers.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_BYTEMARKERS_H
#define TAKT_TOOLS_INPUT_BYTEMARKERS_H

#include "CodeRegion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace takt {

/// The marked regions of code \p Bytes, which lie at \p Address. A start
/// without an end, or the other way round, is handed to \p Problem.
std::vector<AddressRange>
findByteMarkers(const llvm::Triple &TT, llvm::ArrayRef<uint8_t> Bytes,
                uint64_t Address,
                llvm::function_ref<void(llvm::Error)> Problem);

} // namespace takt

#endif // TAKT_TOOLS_INPUT_BYTEMARKERS_H
