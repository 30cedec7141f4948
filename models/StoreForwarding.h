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

/// Sets Latency and AddressLatency of \p D as \p C has them for its Renamed and
/// Partial.
void setLatencies(MemoryDependence &D, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_STOREFORWARDING_H
