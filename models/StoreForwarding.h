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
/// Partial, and \p Vector, which is loadsVector of its load. A value that is
/// forwarded takes \p Later cycles more.
void setLatencies(MemoryDependence &D, const Cpu &C, bool Vector = false,
                  unsigned Later = 0);

/// The same for the instructions of \p D in \p K, between the accesses \p Store
/// and \p Load: how wide these are and where they lie makes a difference
/// (MemoryPipes::WideForward, CrossingDelay), and may make \p D Partial.
void setLatencies(MemoryDependence &D, const Kernel &K, const Cpu &C,
                  const MemoryAccess &Store, const MemoryAccess &Load);

/// The same where it is not known which accesses meet: of the first ones.
void setLatencies(MemoryDependence &D, const Kernel &K, const Cpu &C);

/// Whether the load of \p D has to wait until the store has retired, and others
/// with it: forwarding fails, and the CPU looks into the cache only then
/// (MemoryPipes::FailUntilRetired). Where the renamer connects the two by their
/// first bytes (RenamedStart) nobody else waits.
bool waitsForRetirement(const MemoryDependence &D, const Kernel &K,
                        const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_STOREFORWARDING_H
