//===- LoneStores.cpp - Whether stores leave one at a time ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoneStores.h"
#include "Program.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;

namespace takt::sim {

static unsigned countNamedLoads(const Kernel &K) {
  BitVector Found(K.Instrs.size());
  for (const MemoryDependence &D : K.MemoryDependences)
    if (K.isNamedLoad(D))
      Found.set(D.Load);
  return Found.count();
}

LoneStoresRule::LoneStoresRule(const Kernel &K, const Cpu &C,
                               const Relaxation &Without) {
  const LoneStores &Rule = C.Memory.Lone;
  if (!Rule.Turns || Without.LoneStores)
    return;
  const unsigned Named = countNamedLoads(K);
  if (!Named)
    return;
  unsigned Accesses = 0, Cycles = 0;
  ResourceMask Ports = 0;
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : I.Uops) {
      const bool HasAddress =
          U.Kind == UopKind::Load || U.Kind == UopKind::StoreAddress;
      if (!HasAddress || U.Uses.empty())
        continue;
      ++Accesses;
      Cycles += U.Uses.front().Cycles;
      Ports |= U.Uses.front().Resources;
    }
  // Ports that take any number are never busy.
  if (!Ports || Ports & relaxedResources(C, Without) ||
      Named * Rule.Accesses < Accesses)
    return;
  Busy = Rational(Cycles + (Rule.Turns - 1) * Named, popcount(Ports));
}

} // namespace takt::sim
