//===- ProgramEntries.cpp - Which µops have entries beside addresses ------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace llvm;

namespace takt::sim {

static bool isStoreData(const Uop &U) { return U.Kind == UopKind::StoreData; }

static bool isIndexed(const Uop &U) { return U.Reads.size() > 1; }

/// Whether no µop of its instruction makes what \p U reads.
static bool readsOnlyRegisters(const Kernel &K, const Uop &U) {
  return none_of(U.Reads,
                 [&](const UopRead &R) { return K.Locations[R.Loc].Internal; });
}

/// An entry has two operands, and what is stored is one of the operation that
/// makes it (docs/zen4-schedulers.md).
void addEntries(Program &P, const Kernel &K) {
  for (SimUop &S : P.Uops) {
    const Uop *U = uopOf(S, K);
    if (!U)
      continue;
    const ArrayRef<Uop> Uops = uopsAround(S, K);
    S.Rewrites = U->Kind == UopKind::Load && any_of(Uops, isStoreData);
    if (U->Kind == UopKind::Load)
      S.Apart = S.Rewrites || isIndexed(*U);
    else if (isStoreData(*U) && readsOnlyRegisters(K, *U))
      S.Apart = any_of(Uops, [](const Uop &Of) {
        return Of.Kind == UopKind::StoreAddress && isIndexed(Of);
      });
  }
}

} // namespace takt::sim
