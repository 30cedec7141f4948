//===- ResourceUses.h - What a µop takes ------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the uses of a µop must be like, whoever describes it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_RESOURCEUSES_H
#define TAKT_MODELS_RESOURCEUSES_H

#include "takt/models/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace takt {

/// Whether a µop that takes \p Uses may ask for a resource for cycles
/// (ResourceUse::After) in which it has the same one already: there is nothing
/// that it could wait for.
inline bool asksTwice(llvm::ArrayRef<ResourceUse> Uses) {
  for (const ResourceUse &A : Uses)
    for (const ResourceUse &B : Uses)
      if (&A != &B && A.After && (A.Resources & B.Resources) &&
          A.After < B.After + B.Cycles && B.After < A.After + A.Cycles)
        return true;
  return false;
}

/// Whether one of \p Uses is of \p Ports alone, and at once.
inline bool takesAtOnce(llvm::ArrayRef<ResourceUse> Uses, ResourceMask Ports) {
  return llvm::any_of(Uses, [&](const ResourceUse &Use) {
    return Use.Resources && !(Use.Resources & ~Ports) && !Use.After;
  });
}

/// Whether \p Likes some later use (ResourceUse::After) of \p K's µops.
template <typename Fn> bool asksForLater(const Kernel &K, Fn Likes) {
  const auto Asks = [&](const Uop &U) {
    return llvm::any_of(U.Uses, [&](const ResourceUse &Use) {
      return Use.After && Likes(Use);
    });
  };
  return llvm::any_of(K.Instrs, [&](const KernelInstr &I) {
    return llvm::any_of(I.Uops, Asks) || llvm::any_of(I.Executed, Asks);
  });
}

/// What a µop writes, of which ports have a result bus each
/// (ResourceUse::After).
struct ResultKinds {
  bool Registers = true, Flags = true;
  /// It needs the bus that \p Later, a later use of some µop, takes.
  bool needsBusOf(const ResourceUse &Later) const {
    return Later.OfFlags ? Flags : Registers;
  }
};

/// Some location of \p K says which register file it is in: those that do not
/// are flags, or values within an instruction.
inline bool knowsFiles(const Kernel &K) {
  return llvm::any_of(K.Locations, [](const Location &L) {
    return L.Kind != RegisterKind::None;
  });
}

/// Those of \p U where knowsFiles. Flags of a branch, fused with what makes
/// them, are in nobody's way (docs/zen4-instructions.md). Of loads and stores
/// nothing is known.
inline ResultKinds resultsOf(const Kernel &K, const Uop &U) {
  ResultKinds R;
  if (U.Kind != UopKind::Compute && U.Kind != UopKind::Branch)
    return R;
  R.Registers = R.Flags = false;
  for (const UopWrite &W : U.Writes) {
    const Location &L = K.Locations[W.Loc];
    if (L.Kind != RegisterKind::None || L.Internal)
      R.Registers = true;
    else if (U.Kind == UopKind::Compute)
      R.Flags = true;
  }
  return R;
}

} // namespace takt

#endif // TAKT_MODELS_RESOURCEUSES_H
