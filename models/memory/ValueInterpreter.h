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
  /// Whether the last iteration left all as it found it, so that each one to
  /// come does the same. To be asked after each iteration; after the first one
  /// it is not known.
  bool repeats();

private:
  bool isKnown(SlotId S, uint8_t Bytes) const {
    return (Known[S] & Bytes) == Bytes;
  }
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
  std::vector<uint64_t> Values;
  /// PartialValue::Known of every slot.
  std::vector<uint8_t> Known;
  ShadowMemory Memory;
  /// As repeats() found them.
  std::vector<uint64_t> ValuesBefore;
  std::vector<uint8_t> KnownBefore;
  const bool HasConditions;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUEINTERPRETER_H
