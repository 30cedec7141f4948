//===- ValueInterpreter.h - Runs a compiled kernel --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUEINTERPRETER_H
#define TAKT_MODELS_MEMORY_VALUEINTERPRETER_H

#include "AddressTrace.h"
#include "ShadowMemory.h"
#include "ValueCode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace takt {

/// The state while a kernel is interpreted.
class ValueInterpreter {
public:
  /// For at most \p Iterations iterations of \p Code, which outlives it. Equal
  /// seeds give equal values.
  ValueInterpreter(const ValueCode &Code, uint32_t Iterations, uint64_t Seed);

  PartialValue slot(SlotId S) const { return {Values[S], Known[S]}; }
  void setSlot(SlotId S, PartialValue V) {
    Values[S] = V.Value;
    Known[S] = V.Known;
  }
  ShadowMemory &memory() { return Memory; }

  /// Interprets one more iteration; its addresses go to \p Sites, one a site.
  void iterate(MaybeValue *Sites);
  /// Whether each iteration to come does as the last one did, but for addresses
  /// that move on: in \p Steps by how much, one a site. To be asked after each
  /// iteration; after the first one it is not known.
  ///
  /// So it is where the last one left all as it found it. And where nothing but
  /// sums is made of what moves: then what slots have moved by between two
  /// iterations tells what they move by in the next, and where that is the same
  /// it is the same in all to come. Memory must not be written then.
  bool goesOn(llvm::MutableArrayRef<uint64_t> Steps);

private:
  bool isKnown(SlotId S, uint8_t Bytes) const {
    return (Known[S] & Bytes) == Bytes;
  }
  bool movesOn(llvm::MutableArrayRef<uint64_t> Steps) const;
  void set(SlotId S, unsigned Bits, uint64_t V, bool IsKnown);
  void compute(const ValueOp &Op);
  void extract(const ValueOp &Op);
  void deposit(const ValueOp &Op);
  uint64_t flags(uint32_t Writer, uint32_t When) const;
  void load(const ValueOp &Op);
  void store(const ValueOp &Op);

  const ValueCode &Code;
  uint64_t Seed;
  uint32_t Iteration = 0;
  llvm::SmallVector<uint64_t, 48> Values;
  /// PartialValue::Known of every slot.
  llvm::SmallVector<uint8_t, 48> Known;
  ShadowMemory Memory;
  /// As goesOn() found them.
  llvm::SmallVector<uint64_t, 48> ValuesBefore;
  llvm::SmallVector<uint8_t, 48> KnownBefore;
  const bool HasConditions, HasStores;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUEINTERPRETER_H
