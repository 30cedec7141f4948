//===- StoreBound.cpp - What the cache takes of stores ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreWriter.h"
#include "takt/models/Bounds.h"

using namespace takt;
using namespace takt::sim;

/// Cycles that are too few are so by one of them all.
static constexpr uint32_t Iterations = 256;

Rational takt::storeBound(const Kernel &K, const Cpu &C) {
  if ((!C.Memory.StoreBlock && !C.Memory.PairedStoreReach) ||
      !llvm::any_of(K.Instrs,
                    [](const auto &I) { return I.hasUop(UopKind::StoreData); }))
    return 0;
  const Limits L(C, {});
  // Where they hold up nobody it makes no difference when they are written.
  if (L.StoreBuffer == Limits::Any)
    return 0;
  const Program P(K, C, {}, L.ReorderBuffer);
  return StoreWriter(P, L, C).leastCycles(Iterations);
}
