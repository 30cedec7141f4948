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

} // namespace takt

#endif // TAKT_MODELS_RESOURCEUSES_H
