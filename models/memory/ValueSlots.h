//===- ValueSlots.h - Slots of a compiled kernel ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which slot holds what while a kernel is compiled, and the operations that
/// move values between slots of different size.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUESLOTS_H
#define TAKT_MODELS_MEMORY_VALUESLOTS_H

#include "../InstrTemplate.h"
#include "ValueCode.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class MCExpr;
} // namespace llvm

namespace takt {

/// A value that an operation takes.
struct ValueSource {
  SlotId Slot = ZeroSlot;
  /// Its size; of vectors in consecutive slots.
  uint16_t Bits = 64;
  /// It is the second byte of the slot.
  bool High = false;
  bool Vector = false;
  /// A number whose upper bits are right for every size.
  bool Constant = false;

  static ValueSource bottom(unsigned Bits) {
    ValueSource S;
    S.Slot = BottomSlot;
    S.Bits = static_cast<uint16_t>(Bits);
    S.Vector = Bits > 64;
    return S;
  }
};

class ValueSlots {
public:
  explicit ValueSlots(const RegisterMap &Registers);

  /// Temporary slots of the instruction before are free again.
  void nextInstr() { NextTemp = 0; }
  /// \p Lanes consecutive slots until the next instruction.
  SlotId temp(unsigned Lanes = 1);
  /// A slot that always holds \p V.
  SlotId constant(uint64_t V);
  ValueSource number(uint64_t V);
  /// A slot with an unknown that \p Key and \p Variant name.
  SlotId named(const void *Key, unsigned Variant = 0);
  /// The first slot of a register's group: one if it is general, else
  /// MaxLanes.
  SlotId registerSlot(llvm::MCRegister R);

  ValueSource read(llvm::MCRegister R);
  /// Writes \p S to \p R, by the rules of the architecture for parts of
  /// registers. The rest of a vector of 128 bits becomes 0, what is above ⊥.
  void write(llvm::MCRegister R, ValueSource S);
  void writeBottom(llvm::MCRegister R);
  /// A register whose value is followed at all.
  bool isFollowed(llvm::MCRegister R) const;

  /// \p S as a number of \p Bits bits in the lower bits of a slot, whose other
  /// bits mean nothing.
  SlotId sized(ValueSource S, unsigned Bits, bool Signed);
  /// Base + Index * Scale + Displacement, in \p Into or a temporary slot.
  SlotId sum(SlotId Base, SlotId Index, unsigned Scale, uint64_t Displacement,
             unsigned Bits = 64, std::optional<SlotId> Into = std::nullopt);

  ValueOp &emit(ValueOp::Kind K, SlotId Dst, SlotId A = ZeroSlot,
                SlotId B = ZeroSlot, SlotId C = ZeroSlot);
  ValueCode &code() { return Code; }

private:
  SlotId newSlots(SlotStart::Kind K, unsigned Count, uint64_t Value = 0);
  void writeVector(SlotId To, unsigned Bits, ValueSource S);

  const RegisterMap &Registers;
  ValueCode Code;
  llvm::SmallVector<SlotId, 0> OfGroup;
  llvm::SmallDenseMap<std::pair<const void *, unsigned>, SlotId, 4> Names;
  llvm::SmallVector<SlotId, 16> Temps;
  unsigned NextTemp = 0;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUESLOTS_H
