//===- DensestSet.h - The busiest set of resources --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The set of resources with the most work per resource: the one question that
/// the port bound asks. Two algorithms answer it, each exactly.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_DENSESTSET_H
#define TAKT_MODELS_DENSESTSET_H

#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace takt {

/// Work that any resource of a set can do.
struct Demand {
  ResourceMask Resources = 0; ///< not empty
  /// Busy cycles per iteration, 1 to 2^48.
  uint64_t Cycles = 0;
};

/// The largest set S that maximises (cycles of demands within S) / |S|. Such
/// sets are closed under union, so it is unique.
struct DensestSet {
  Rational Density;
  ResourceMask Resources = 0;
};

/// By the conjunctive form: only unions of demanded sets can be the densest, so
/// try them all. None if there are more than \p Limit of them. \p Demands is
/// not empty; its sets differ.
std::optional<DensestSet> densestSetByUnions(llvm::ArrayRef<Demand> Demands,
                                             size_t Limit);

/// By minimum cuts (Goldberg's construction for densest subgraphs, 1984, with
/// Dinkelbach's iteration for the ratio): at most one cut per resource, however
/// many demands there are. Same requirements.
DensestSet densestSetByCuts(llvm::ArrayRef<Demand> Demands);

} // namespace takt

#endif // TAKT_MODELS_DENSESTSET_H
