//===- Placement.h - Cycles over the places of code -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How fast code is can depend on where it lies in its 64 byte line: fetch
/// blocks, windows of the µop cache, macro-fusion and the JCC erratum do. A
/// compiler knows the address of a loop only modulo the alignment of its
/// function.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_PLACEMENT_H
#define TAKT_MODELS_PLACEMENT_H

#include "takt/models/KernelBuilder.h"
#include "takt/models/Prediction.h"

namespace takt {

/// The range of cycles over the places that \p Code can get, or none if there
/// is only one place or it does not matter on this CPU. Offsets in \p Code
/// count from an address of which only the alignment is known, \p Alignment
/// bytes (a power of 2); it is tried at every multiple of that in a 64 byte
/// line, though of no less than 16. \p Known is the prediction for the offsets
/// as they are (Detail::Binder or more), which the range includes. A place is
/// simulated only if the front end's bounds differ there and are not well below
/// the cycles. \p K is the kernel of \p Known, built by \p B from \p Code with
/// \p Memory. The cycles that are simulated are added to \p Simulated, if it is
/// not null.
std::optional<PlacementRange> placementRange(KernelBuilder &B, const Kernel &K,
                                             llvm::ArrayRef<CodeInstr> Code,
                                             uint64_t Alignment,
                                             const Prediction &Known,
                                             const MemoryOptions &Memory = {},
                                             uint64_t *Simulated = nullptr);

} // namespace takt

#endif // TAKT_MODELS_PLACEMENT_H
