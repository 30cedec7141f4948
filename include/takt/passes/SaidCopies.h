//===- SaidCopies.h - Copies of a loop of which all is said -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of an inline function or a template is compiled wherever it is used,
/// and mostly takes the same everywhere. To say so dozens of times hides what
/// else a build log has.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_SAIDCOPIES_H
#define TAKT_PASSES_SAIDCOPIES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace llvm {
class DebugLoc;
} // namespace llvm

namespace takt {

struct LoopReport;

/// Counts what was said of each loop of the source in one compilation.
class SaidCopies {
public:
  /// \p Most remarks that say the same of copies of one loop are enough.
  explicit SaidCopies(unsigned Most) : Most(Most) {}

  /// True if a remark about \p R that says \p What is one too many: \p Most
  /// said it of loops of the same role at the same place in the source, or
  /// one in the same function, inlined into the same place. Where no place is
  /// known nothing is. Counts it otherwise.
  bool isEnough(const LoopReport &R, llvm::StringRef What);
  /// The same of a remark about a loop at \p Loc, whatever its role.
  bool isEnough(const llvm::DebugLoc &Loc, llvm::StringRef What);

private:
  unsigned Most;
  llvm::StringMap<unsigned> Said;
  /// The same with the place that the loop was inlined into, and the function.
  llvm::StringSet<> Letters;
};

} // namespace takt

#endif // TAKT_PASSES_SAIDCOPIES_H
