//===- Options.h - What is read, and where it goes --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The options of reading code, and the receiver of what is found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_INPUT_OPTIONS_H
#define TAKT_TOOLS_INPUT_OPTIONS_H

#include "CodeRegion.h"
#include "CodeTarget.h"
#include "Selection.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace takt {

/// What an input is.
enum class InputKind : uint8_t {
  Auto, ///< by its first bytes, then its name, then its characters
  Object,
  Assembly,
  Hex,
};

/// Which pieces of an object or of assembly are taken.
enum class RegionChoice : uint8_t {
  /// Marked regions if there are any and nothing is selected, else loops; for
  /// assembly without loops, all of it.
  Auto,
  Markers,
  Loops,
  Whole, ///< all code, a region a section
};

struct ReadOptions {
  InputKind Kind = InputKind::Auto;
  TargetChoice Target;
  Selection Select;
  RegionChoice Regions = RegionChoice::Auto;
  /// Outer loops too.
  bool AllLoops = false;
  /// How regions repeat; none: each as its last branch says.
  std::optional<Notion> Repeats;
  /// Where a block of hex starts.
  uint64_t HexAddress = 0;
};

/// Receives what is found, in the order of the input. A problem concerns one
/// function or region; the others go on.
struct CodeSink {
  llvm::function_ref<void(CodeRegion)> Region;
  llvm::function_ref<void(llvm::Error)> Problem;
};

} // namespace takt

#endif // TAKT_TOOLS_INPUT_OPTIONS_H
