//===- StoreForwarding.cpp - How long stored values take --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace takt;

bool takt::loadsVector(const KernelInstr &I, const Cpu &C) {
  if (C.VectorLoadLatency <= C.LoadLatency)
    return false;
  return llvm::any_of(I.Uops, [&](const Uop &U) {
    return U.Kind == UopKind::Load &&
           llvm::any_of(U.Writes, [&](const auto &W) {
             return W.Latency >= C.VectorLoadLatency;
           });
  });
}

void takt::setLatencies(MemoryDependence &D, const Cpu &C, bool Vector) {
  const MemoryPipes &M = C.Memory;
  const unsigned Forwarded = C.StoreForwardLatency;
  const unsigned Whole =
      Vector && M.VectorForwardLatency ? M.VectorForwardLatency : Forwarded;
  const unsigned Failed = std::max(M.ForwardFailLatency, Whole);
  const unsigned Latency = D.Partial ? Failed : Whole;
  D.Latency = D.Renamed ? 0 : static_cast<uint16_t>(Latency);
  // The way from the store buffer, or through the cache, is the same whether
  // the data was there last or the address.
  const unsigned Longer = std::max(Latency, Forwarded) - Forwarded;
  D.AddressLatency = D.Renamed ? 0
                               : static_cast<uint16_t>(M.StoreAddressLatency +
                                                       M.ForwardDelay + Longer);
}
