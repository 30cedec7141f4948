//===- OverlapReport.h - Accesses that may meet, for people -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A prediction assumes of accesses that nobody knows to meet that they do not.
/// Where they would cost much if they did, the reader should know, by the names
/// that the source has for what is accessed.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_OVERLAPREPORT_H
#define TAKT_PASSES_OVERLAPREPORT_H

#include "takt/models/MemoryFacts.h"
#include "takt/models/Prediction.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class DebugLoc;
class MachineInstr;
} // namespace llvm

namespace takt {

/// What there is to say of a kernel's possible dependences.
struct OverlapReport {
  /// None: there are none, or they cost little and nobody asked.
  std::optional<OverlapPrediction> Predicted;
  /// The pairs of what they connect, each once: "p and q", without names
  /// "instruction 4 and instruction 0". Groups of Predicted are indices.
  std::vector<std::string> Pairs;
  /// "3.00 if p and q overlap; `restrict` or a runtime check settles it"; empty
  /// unless it matters. What may have `restrict` is named where not both may.
  std::string Clause;
};

/// How people call what an access of a kernel accesses.
struct AccessName {
  /// Equal for accesses of the same object.
  std::string Key;
  /// "p"; without a name "the load at 12:7", or "the load at list.h:12:7";
  /// empty: there is nothing to say.
  std::string Name;
  /// Name is the object's, not that of the access.
  bool HasName = false;
  Promise Can = Promise::Unknown;
};

/// The name of what instruction \p Instr loads, or stores, in a remark at \p
/// At.
/// \p Origin has the machine instruction behind each of the kernel's.
AccessName accessName(const MemoryFacts &Facts,
                      llvm::ArrayRef<const llvm::MachineInstr *> Origin,
                      uint32_t Instr, bool Store, const llvm::DebugLoc &At);

/// The report on \p K, which \p P is the prediction of. \p Facts and \p Origin
/// (the machine instruction behind each of K's) give names, for a remark at
/// \p At; with \p Always the cycles are found even if they are not many more.
OverlapReport reportOverlap(const Kernel &K, const Cpu &C, const Prediction &P,
                            const MemoryFacts &Facts,
                            llvm::ArrayRef<const llvm::MachineInstr *> Origin,
                            const llvm::DebugLoc &At, bool Always);

} // namespace takt

#endif // TAKT_PASSES_OVERLAPREPORT_H
