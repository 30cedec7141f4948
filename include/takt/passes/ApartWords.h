//===- ApartWords.h - How to say that accesses never meet -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `restrict` promises that what is accessed through one pointer nothing else
/// accesses. Where the source may have it at one of two places only, or at
/// none, the reader has to know which: a global has none, and on a local
/// variable clang forgets it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_APARTWORDS_H
#define TAKT_PASSES_APARTWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace llvm {
class DebugLoc;
} // namespace llvm

namespace takt {

struct AccessName;

/// Collects what is to be promised.
class ApartWords {
public:
  /// \p Object shall not meet any of \p Others. One promise about it does, or
  /// one about each of the others.
  void add(const AccessName &Object, llvm::ArrayRef<AccessName> Others);

  /// "`restrict`", which any pointer among them may have, "`restrict` on p and
  /// q", in the language of the source at \p At; empty: no promise does.
  std::string text(const llvm::DebugLoc &At) const;

private:
  void name(const AccessName &Of);

  std::vector<std::string> Parameters; ///< each once
  bool NamesMethod = false, NamesAny = false, IsPossible = true;
};

} // namespace takt

#endif // TAKT_PASSES_APARTWORDS_H
