//===- LoopDistance.h - How many iterations may run at a time ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an iteration writes others may read or write some iterations later
/// (a[i + 8] = a[i]). LLVM's vectoriser takes no more than these at a time when
/// it chooses a width, but LLVM 19 obeys an interleave count beyond them.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_LOOPDISTANCE_H
#define TAKT_PASSES_GUIDE_LOOPDISTANCE_H

#include "takt/passes/LoopShape.h"
#include <cstdint>
#include <limits>

namespace llvm {
class Loop;
class LoopAccessInfo;
class ScalarEvolution;
class TargetTransformInfo;
} // namespace llvm

namespace takt {

/// How far LLVM's loop vectoriser, which also interleaves what it makes no
/// vectors of, may go with a loop.
struct LoopDistance {
  static constexpr uint64_t NoEnd = std::numeric_limits<uint64_t>::max();

  /// False: it may not touch it because of its accesses.
  bool MayReorder = true;
  /// Iterations that may be done at a time.
  uint64_t Iterations = NoEnd;
  /// Elements of the widest vector that LLVM may choose by itself.
  uint64_t Elements = 1;

  /// True if LLVM does what \p S asks for only where it is legal, or \p S stays
  /// within the distance: no interleave count, which is all that LLVM obeys
  /// blindly, does more iterations at a time.
  bool allows(const LoopShape &S) const;
};

/// The distance of \p L with \p Accesses; one that LLVM makes shorter than need
/// be, so that stores are forwarded to loads, as long as it is.
LoopDistance distanceOf(const llvm::Loop &L,
                        const llvm::LoopAccessInfo &Accesses,
                        llvm::ScalarEvolution &SE,
                        const llvm::TargetTransformInfo &TTI);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_LOOPDISTANCE_H
