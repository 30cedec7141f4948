//===- AccessPlaces.h - Where machine instructions access -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The memory operands of a kernel's instructions, seen through the IR that
/// they were made from: what AccessFacts.cpp and ApartAccesses.cpp share.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_ACCESSPLACES_H
#define TAKT_PASSES_ACCESSPLACES_H

#include "takt/models/MemoryFacts.h"
#include "llvm/IR/Metadata.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class DILocation;
class Loop;
class MachineFrameInfo;
class MachineMemOperand;
class SCEV;
class Value;
} // namespace llvm

namespace takt {

class IRAnalyses;

/// A place that is at no known distance from any other.
constexpr uint32_t NoGroup = UINT32_MAX;

/// What one memory operand says of an access. A merged instruction (ldp) has
/// several for one access.
struct AccessPlace {
  uint32_t Access = 0; ///< index into MemoryFacts::Accesses
  bool Store = false;
  uint64_t Size = 0; ///< bytes; 0: not known
  /// The accessed bytes begin Offset bytes behind the address that Pointer has
  /// in this iteration. Null: not an address of the IR, or not known.
  const llvm::Value *Pointer = nullptr;
  int64_t Offset = 0;
  /// The value of Pointer; null: not known.
  const llvm::SCEV *Address = nullptr;
  /// A pointer that stays the same in the loop and that Pointer is derived
  /// from, else Pointer.
  const llvm::Value *Object = nullptr;
  /// Type and scopes, where they say something about different iterations.
  llvm::AAMDNodes Tags;
  /// A slot of the frame that is no variable of the IR, at Offset.
  std::optional<int> Slot;
  /// No IR pointer can point to Slot, nor another slot overlap it.
  bool Private = false;
  /// Nothing writes here while the loop runs.
  bool Constant = false;
  /// It is accessed in every iteration that goes back to the start.
  bool Always = false;
  /// Places of equal Group differ by constants: this is at Distance from the
  /// group's first one.
  uint32_t Group = NoGroup;
  int64_t Distance = 0;
};

/// Fills in Facts.Apart: pairs of accesses whose \p Places never meet while \p
/// L runs (null: not known which loop it is; \p IR may be null, too). If \p
/// InOrder, an iteration of L is one of the machine's, and accesses are
/// numbered in its order.
void findApartAccesses(IRAnalyses *IR, const llvm::Loop *L, bool InOrder,
                       const std::vector<AccessPlace> &Places,
                       MemoryFacts &Facts);

/// An object as the source sees it.
struct SourceObject {
  std::string Name; ///< "a"; empty if it has none
  Promise Can = Promise::Unknown;
};

/// The object that \p P lies in, as it is called where the loop is that starts
/// at \p At (null: not known).
SourceObject sourceObject(const AccessPlace &P, const llvm::DILocation *At);

} // namespace takt

#endif // TAKT_PASSES_ACCESSPLACES_H
