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
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace takt {

/// Cycles per iteration at the places that code can get in a 64 byte line, in
/// their order, the first where its offsets say; none where it is not modelled.
using PlaceCycles = llvm::SmallVector<std::optional<Rational>, 4>;

/// The cycles at the places that \p Code can get: one if there is only one or
/// it does not matter on this CPU. Offsets in \p Code count from an address of
/// which only the alignment is known, \p Alignment bytes (a power of 2); it is
/// tried at every multiple of that in a 64 byte line, though of no less than
/// 16. \p Known is the prediction for the offsets as they are, with its
/// front end's limits. A place is simulated only if the front end's bounds
/// differ there and are not well below the cycles. \p K is the kernel of
/// \p Known, built by \p B from \p Code with \p Memory. The cycles that are
/// simulated are added to \p Simulated, if it is not null.
PlaceCycles cyclesAtPlaces(KernelBuilder &B, const Kernel &K,
                           llvm::ArrayRef<CodeInstr> Code, uint64_t Alignment,
                           const Prediction &Known,
                           const MemoryOptions &Memory = {},
                           uint64_t *Simulated = nullptr);

/// The range of cyclesAtPlaces(), or none if there is only one place or it does
/// not matter on this CPU.
std::optional<PlacementRange> placementRange(KernelBuilder &B, const Kernel &K,
                                             llvm::ArrayRef<CodeInstr> Code,
                                             uint64_t Alignment,
                                             const Prediction &Known,
                                             const MemoryOptions &Memory = {});

/// False if cyclesAtPlaces() would find the same cycles everywhere, whatever
/// \p K takes, by what its bounds say: nothing is simulated.
bool mayDependOnPlace(const Kernel &K, const Cpu &C, uint64_t Alignment);

} // namespace takt

#endif // TAKT_MODELS_PLACEMENT_H
