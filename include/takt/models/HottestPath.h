//===- HottestPath.h - The likeliest way through a loop ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of several blocks has no single iteration to predict. The kernel is
/// the path from the header back to the header that is taken most often. The
/// compiler plugin and the reader of object files choose it in the same way.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_HOTTESTPATH_H
#define TAKT_MODELS_HOTTESTPATH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace takt {

/// An edge between two blocks of a loop, by index, taken with probability
/// \p Probability when control is at \p From.
struct PathEdge {
  unsigned From = 0, To = 0;
  double Probability = 0;
};

/// A way through a loop's body.
struct HottestPath {
  /// Block indices, the header first.
  std::vector<unsigned> Blocks;
  /// Share of the iterations that take it: its probability divided by that of
  /// all ways back to the header, 0..1.
  double Probability = 1.0;
};

/// A path stands for its loop if at least this share of the iterations takes
/// it. Below, there are many others, and none that does.
inline constexpr double CommonPath = 0.1;

/// \p Probability of a path in per cent, rounded, but 100 only for certainty
/// and 0 never: "33", "less than 1".
std::string pathShare(double Probability);

/// The most probable way from block 0, the header, back to it, among blocks
/// 0..\p NumBlocks-1. Edges to 0 are the back edges. Exact (the body without
/// back edges is acyclic); of equally probable ways the one whose blocks come
/// first. If the header is never reached again by the given probabilities, all
/// edges of a block count as equally probable. Fails if a cycle does not go
/// through the header, or no way leads back to it.
llvm::Expected<HottestPath> hottestPath(unsigned NumBlocks,
                                        llvm::ArrayRef<PathEdge> Edges);

} // namespace takt

#endif // TAKT_MODELS_HOTTESTPATH_H
