//===- Features.h - Names of a target's features ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM warns of a feature that a target does not have, on standard error, and
/// goes on without it.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_FEATURES_H
#define TAKT_MODELS_FEATURES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace takt {

/// The first name in \p Features ("+a,-b") that the target of \p STI does not
/// have, which may be empty; none: it has all.
std::optional<std::string> unknownFeature(const llvm::MCSubtargetInfo &STI,
                                          llvm::StringRef Features);

} // namespace takt

#endif // TAKT_MODELS_FEATURES_H
