//===- FrontEndParts.h - The parts of the front end by name -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_FRONTENDPARTS_H
#define TAKT_TOOLS_FRONTENDPARTS_H

#include "takt/models/FrontEndLimits.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>

namespace takt {

/// A part of the front end that bounds a kernel.
struct FrontEndPart {
  llvm::StringLiteral Key;        ///< in JSON
  llvm::StringLiteral Column;     ///< of csv files
  std::optional<Rational> Cycles; ///< none: the CPU has no such part
};

/// All parts, in the order in which they are told.
inline std::array<FrontEndPart, 8> frontEndParts(const FrontEndLimits &L) {
  return {{{"predecoder", "predecoder", L.Predecode},
           {"decoders", "decoders", L.Decode},
           {"microcode", "microcode", L.Microcode},
           {"uopCache", "uop_cache", L.UopCache},
           {"loopStream", "loop_stream", L.LoopStream},
           {"dispatch", "dispatch", L.Dispatch},
           {"renamedResults", "renamed_results", L.Results},
           {"issueWidth", "issue_width", L.Issue}}};
}

} // namespace takt

#endif // TAKT_TOOLS_FRONTENDPARTS_H
