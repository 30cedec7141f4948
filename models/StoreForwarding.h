//===- StoreForwarding.h - How long stored values take ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_STOREFORWARDING_H
#define TAKT_MODELS_STOREFORWARDING_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"

namespace takt {

/// Whether what \p I loads arrives as late as vectors do on \p C.
bool loadsVector(const KernelInstr &I, const Cpu &C);

/// Sets Latency and AddressLatency of \p D as \p C has them for its Renamed and
/// Partial, and \p Vector, which is loadsVector of its load.
void setLatencies(MemoryDependence &D, const Cpu &C, bool Vector = false);

} // namespace takt

#endif // TAKT_MODELS_STOREFORWARDING_H
