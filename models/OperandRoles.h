//===- OperandRoles.h - What an instruction's operands are for --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which operands of an opcode are results, data and parts of an address, from
/// LLVM's instruction descriptions alone.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_OPERANDROLES_H
#define TAKT_MODELS_OPERANDROLES_H

#include "RegisterMap.h"
#include "takt/models/ValueRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrDesc.h"

namespace takt {

enum class OperandRole : uint8_t { Result, Data, Address };

/// The operands of one opcode.
struct OpcodeOperands {
  /// Role of every operand of the description, immediates included.
  llvm::SmallVector<OperandRole, 8> Roles;
  /// Results that are an address register with write-back: bit per operand.
  uint32_t WriteBack = 0;
  /// The operand that holds the index register of an address, or -1.
  int Index = -1;
  /// The operand that holds the displacement of an address, or -1; only where
  /// LLVM marks addresses.
  int Displacement = -1;
  /// The operand of Correction::AccumulateLatency, or -1.
  int Accumulator = -1;
  /// An explicit result is also explicit data by encoding.
  bool Tied = false;
  /// The address is the stack pointer, without being an operand.
  bool StackAddress = false;

  /// An operand, or the stack pointer, is an address.
  bool hasAddress() const {
    return StackAddress || llvm::is_contained(Roles, OperandRole::Address);
  }
  /// A gather's or scatter's: the index is a register of vectors.
  bool VectorIndex = false;
  OperandRole role(unsigned Operand) const {
    // What is beyond the description is a variadic operand.
    return Operand < Roles.size() ? Roles[Operand] : OperandRole::Data;
  }
};

/// The roles of the operands of \p Desc.
OpcodeOperands operandRoles(const llvm::MCInstrDesc &Desc,
                            const llvm::MCRegisterInfo &MRI,
                            const RegisterMap &Registers);

/// An index register is part of the address.
bool isIndexed(const llvm::MCInst &I, const OpcodeOperands &O);
/// FormCondition::TwoRegisters.
bool isTwoRegisters(const llvm::MCInst &I, const OpcodeOperands &O);
/// FormCondition::ThreeParts.
bool isThreeParts(const llvm::MCInst &I, const OpcodeOperands &O,
                  const llvm::MCRegisterInfo &MRI);
/// The address has no index, and a displacement from 0 to \p Reach.
bool isShortAddress(const llvm::MCInst &I, const OpcodeOperands &O,
                    unsigned Reach);
/// FormCondition::SameRegister.
bool isSameRegister(const llvm::MCInst &I, const OpcodeOperands &O,
                    const RegisterMap &Registers);
/// FormCondition::Scaled. \p Rule is the opcode's, or null.
bool isScaled(const llvm::MCInst &I, const OpcodeOperands &O,
              const ValueRule *Rule);
/// FormCondition::PcRelative.
bool isPcRelative(const llvm::MCInst &I, const OpcodeOperands &O,
                  const RegisterMap &Registers);
/// FormCondition::ZeroSource.
bool hasZeroSource(const llvm::MCInst &I, const OpcodeOperands &O,
                   const RegisterMap &Registers);
/// FormCondition::HighByte.
bool hasHighByte(const llvm::MCInst &I, const RegisterMap &Registers);
/// FormCondition::Immediate.
bool hasImmediate(const llvm::MCInst &I, const OpcodeOperands &O);
/// FormCondition::ZeroImmediate.
bool isZeroImmediate(const llvm::MCInst &I, const OpcodeOperands &O);
/// FormCondition::ShortConstant.
bool hasShortConstant(const llvm::MCInst &I, const OpcodeOperands &O,
                      int64_t Largest);

} // namespace takt

#endif // TAKT_MODELS_OPERANDROLES_H
