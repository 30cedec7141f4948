//===- StoreForwarding.cpp - How long stored values take --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreForwarding.h"

using namespace takt;

void takt::setLatencies(MemoryDependence &D, const Cpu &C) {
  const MemoryPipes &M = C.Memory;
  const unsigned Forwarded = C.StoreForwardLatency;
  const unsigned Failed = std::max(M.ForwardFailLatency, Forwarded);
  const unsigned Latency = D.Partial ? Failed : Forwarded;
  D.Latency = D.Renamed ? 0 : static_cast<uint16_t>(Latency);
  // The way from the store buffer, or through the cache, is the same whether
  // the data was there last or the address.
  const unsigned Longer = Latency - Forwarded;
  D.AddressLatency = D.Renamed ? 0
                               : static_cast<uint16_t>(M.StoreAddressLatency +
                                                       M.ForwardDelay + Longer);
}
