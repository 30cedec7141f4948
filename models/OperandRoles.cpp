//===- OperandRoles.cpp - What the operands are for ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandRoles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCInstrDesc;
using llvm::MCOperand;
using llvm::MCOperandInfo;

/// Operands per address where LLVM marks them: base, scale, index,
/// displacement, segment (x86).
static constexpr unsigned MarkedAddressSize = 5;
static constexpr unsigned MarkedIndex = 2;
static constexpr unsigned MarkedDisplacement = 3;

/// Marks the operands that LLVM says are an address. \returns false if it says
/// nothing.
static bool markedAddress(const MCInstrDesc &Desc, OpcodeOperands &O) {
  unsigned Marked = 0, First = 0;
  for (auto [I, Op] : llvm::enumerate(Desc.operands())) {
    if (Op.OperandType != llvm::MCOI::OPERAND_MEMORY)
      continue;
    if (Marked++ == 0)
      First = I;
    O.Roles[I] = OperandRole::Address;
  }
  // String instructions have shorter addresses, without an index.
  if (Marked == MarkedAddressSize) {
    O.Index = First + MarkedIndex;
    O.Displacement = First + MarkedDisplacement;
  }
  return Marked != 0;
}

/// LEA has the operands of an address but LLVM does not mark them: five that
/// are register, immediate, register, immediate, register.
static void computedAddress(const MCInstrDesc &Desc, OpcodeOperands &O) {
  auto Ops = Desc.operands();
  unsigned First = Desc.getNumDefs();
  if (Ops.size() != First + MarkedAddressSize)
    return;
  for (unsigned I = 0; I < MarkedAddressSize; ++I) {
    bool IsRegister =
        Ops[First + I].RegClass >= 0 || Ops[First + I].isLookupPtrRegClass();
    if (IsRegister != (I % 2 == 0))
      return;
  }
  O.Index = First + MarkedIndex;
  O.Displacement = First + MarkedDisplacement;
}

/// The operand could be the stack pointer.
static bool canBeStackPointer(const MCOperandInfo &Op,
                              const llvm::MCRegisterInfo &MRI,
                              const RegisterMap &Registers) {
  return Op.RegClass >= 0 && !Op.isLookupPtrRegClass() &&
         Registers.stackPointer() &&
         MRI.getRegClass(Op.RegClass).contains(Registers.stackPointer());
}

/// Without marks, the address of a load or store starts at the first operand
/// that could be the stack pointer and takes all further registers. A vector of
/// addresses (gather) has none; then a load's registers are all its address.
static void guessedAddress(const MCInstrDesc &Desc,
                           const llvm::MCRegisterInfo &MRI,
                           const RegisterMap &Registers, OpcodeOperands &O) {
  auto Ops = Desc.operands();
  unsigned Base = Desc.getNumDefs();
  while (Base < Ops.size() && !canBeStackPointer(Ops[Base], MRI, Registers))
    ++Base;
  if (Base == Ops.size()) {
    if (Desc.mayStore())
      return;
    Base = Desc.getNumDefs();
  }
  for (unsigned I = Base; I < Ops.size(); ++I) {
    O.Roles[I] = OperandRole::Address;
    if (I > Base && O.Index < 0 && Ops[I].RegClass >= 0)
      O.Index = I;
  }
}

/// Connects tied operands: a result tied to an address is its write-back.
static void findTied(const MCInstrDesc &Desc, OpcodeOperands &O) {
  for (unsigned I = Desc.getNumDefs(); I < Desc.getNumOperands(); ++I) {
    int Def = Desc.getOperandConstraint(I, llvm::MCOI::TIED_TO);
    if (Def < 0)
      continue;
    if (O.Roles[I] == OperandRole::Address) {
      O.WriteBack |= 1u << Def;
    } else {
      O.Tied = true;
      O.Accumulator = I;
    }
  }
  // Without one that is overwritten, it is the last register (madd).
  for (unsigned I = Desc.getNumOperands(); I-- > Desc.getNumDefs();)
    if (O.Accumulator < 0 && O.Roles[I] == OperandRole::Data &&
        Desc.operands()[I].RegClass >= 0)
      O.Accumulator = I;
}

static bool hasVectorIndex(const MCInstrDesc &Desc,
                           const llvm::MCRegisterInfo &MRI,
                           const RegisterMap &Registers,
                           const OpcodeOperands &O) {
  if (O.Index < 0)
    return false;
  const llvm::MCOperandInfo &Op = Desc.operands()[O.Index];
  if (Op.RegClass < 0 || Op.isLookupPtrRegClass())
    return false;
  const llvm::MCRegisterClass &RC = MRI.getRegClass(Op.RegClass);
  return RC.getNumRegs() && !Registers.isGeneral(*RC.begin());
}

OpcodeOperands takt::operandRoles(const MCInstrDesc &Desc,
                                  const llvm::MCRegisterInfo &MRI,
                                  const RegisterMap &Registers) {
  OpcodeOperands O;
  O.Roles.assign(Desc.getNumOperands(), OperandRole::Data);
  for (auto [I, Op] : llvm::enumerate(Desc.operands()))
    if (I < Desc.getNumDefs() || Op.isOptionalDef())
      O.Roles[I] = OperandRole::Result;
  if (!Desc.mayLoad() && !Desc.mayStore()) {
    findTied(Desc, O);
    // A computed address is data, but its index tells its form.
    computedAddress(Desc, O);
    return O;
  }
  bool UsesStack = llvm::any_of(Desc.implicit_uses(), [&](llvm::MCPhysReg R) {
    return Registers.isStackPointer(R);
  });
  if (UsesStack)
    O.StackAddress = true;
  if (!markedAddress(Desc, O) && !UsesStack)
    guessedAddress(Desc, MRI, Registers, O);
  O.VectorIndex = hasVectorIndex(Desc, MRI, Registers, O);
  findTied(Desc, O);
  return O;
}

bool takt::isIndexed(const MCInst &I, const OpcodeOperands &O) {
  if (O.Index < 0 || unsigned(O.Index) >= I.getNumOperands())
    return false;
  const MCOperand &Op = I.getOperand(O.Index);
  return Op.isReg() && Op.getReg() != 0;
}

bool takt::isTwoRegisters(const MCInst &I, const OpcodeOperands &O) {
  if (!isIndexed(I, O))
    return false;
  // Elsewhere than on x86 an index is always added to a base.
  if (O.Displacement < 0)
    return true;
  const MCOperand &Base = I.getOperand(O.Index - MarkedIndex);
  return Base.isReg() && Base.getReg() != 0;
}

/// Bytes ModRM.rm and SIB.base of rbp and r13: with mod 00 they mean that there
/// is no base, so that a displacement of 0 is encoded with them (Intel SDM
/// vol. 2 tables 2-2 and 2-3). LLVM marks the operands of addresses on x86
/// only.
static constexpr unsigned BaseWithDisplacement = 5, EncodingInModRM = 7;

bool takt::isThreeParts(const MCInst &I, const OpcodeOperands &O,
                        const llvm::MCRegisterInfo &MRI) {
  if (!isTwoRegisters(I, O) || O.Displacement < 0)
    return false;
  const MCOperand &Base = I.getOperand(O.Index - MarkedIndex);
  const MCOperand &Displacement = I.getOperand(O.Displacement);
  return !(Displacement.isImm() && Displacement.getImm() == 0) ||
         (MRI.getEncodingValue(Base.getReg()) & EncodingInModRM) ==
             BaseWithDisplacement;
}

bool takt::isShortAddress(const MCInst &I, const OpcodeOperands &O,
                          unsigned Reach) {
  if (O.Displacement < 0 || unsigned(O.Displacement) >= I.getNumOperands() ||
      isIndexed(I, O))
    return false;
  const MCOperand &Op = I.getOperand(O.Displacement);
  return Op.isImm() && Op.getImm() >= 0 && Op.getImm() <= int64_t(Reach);
}

/// A register and its parts are the same place: al in eax.
static bool samePlace(unsigned A, unsigned B, const RegisterMap &Registers) {
  const auto &First = Registers.entry(A).Groups;
  return A == B || (First.size() == 1 && First == Registers.entry(B).Groups);
}

bool takt::isSameRegister(const MCInst &I, const OpcodeOperands &O,
                          const RegisterMap &Registers) {
  unsigned Sources = 0, Register = 0, Result = 0;
  for (auto [Index, Op] : llvm::enumerate(I)) {
    if (!Op.isReg())
      continue;
    switch (O.role(Index)) {
    case OperandRole::Result:
      Result = Op.getReg();
      break;
    case OperandRole::Data:
      if (Sources++ != 0 && !samePlace(Op.getReg(), Register, Registers))
        return false;
      Register = Op.getReg();
      break;
    case OperandRole::Address:
      return false;
    }
  }
  return Sources >= 2 ||
         (Sources == 1 && samePlace(Register, Result, Registers));
}

bool takt::hasZeroSource(const MCInst &I, const OpcodeOperands &O,
                         const RegisterMap &Registers) {
  unsigned Sources = 0, Zeros = 0;
  for (auto [Index, Op] : llvm::enumerate(I))
    if (Op.isReg() && Op.getReg() && O.role(Index) == OperandRole::Data) {
      ++Sources;
      Zeros += Registers.entry(Op.getReg()).Groups.empty();
    }
  return Sources >= 2 && Zeros > 0;
}

bool takt::isScaled(const MCInst &I, const OpcodeOperands &O,
                    const ValueRule *Rule) {
  // LLVM marks no address on AArch64: the rule knows the operands.
  if (Rule && Rule->Memory == ValueRule::Indexed && I.getNumOperands()) {
    const MCOperand &Shift = I.getOperand(I.getNumOperands() - 1);
    return Shift.isImm() && Shift.getImm() != 0;
  }
  if (!isIndexed(I, O) || O.Displacement < 0)
    return false;
  const MCOperand &Scale = I.getOperand(O.Index - 1);
  return Scale.isImm() && Scale.getImm() != 1;
}

bool takt::isPcRelative(const MCInst &I, const OpcodeOperands &O,
                        const RegisterMap &Registers) {
  if (O.Displacement < 0 || unsigned(O.Displacement) >= I.getNumOperands())
    return false;
  // The instruction pointer carries no dependence.
  const MCOperand &Base = I.getOperand(O.Displacement - MarkedDisplacement);
  return Base.isReg() && Base.getReg() != 0 &&
         Registers.entry(Base.getReg()).Groups.empty();
}

bool takt::hasHighByte(const MCInst &I, const RegisterMap &Registers) {
  return llvm::any_of(I, [&](const MCOperand &Op) {
    return Op.isReg() && Op.getReg() && Registers.isHighByte(Op.getReg());
  });
}

bool takt::hasImmediate(const MCInst &I, const OpcodeOperands &O) {
  return llvm::any_of(llvm::enumerate(I), [&](const auto &Op) {
    return (Op.value().isImm() || Op.value().isExpr()) &&
           O.role(Op.index()) == OperandRole::Data;
  });
}

bool takt::hasShortConstant(const MCInst &I, const OpcodeOperands &O,
                            int64_t Largest) {
  const auto IsShort = [Largest](const llvm::MCOperand &Op) {
    return Op.isImm() && std::abs(Op.getImm()) <= Largest;
  };
  if (hasImmediate(I, O))
    return llvm::all_of(llvm::enumerate(I), [&](const auto &Op) {
      return O.role(Op.index()) != OperandRole::Data || Op.value().isReg() ||
             IsShort(Op.value());
    });
  return O.Displacement >= 0 && IsShort(I.getOperand(O.Displacement));
}

bool takt::isZeroImmediate(const MCInst &I, const OpcodeOperands &O) {
  return hasImmediate(I, O) &&
         llvm::all_of(llvm::enumerate(I), [&](const auto &Op) {
           return O.role(Op.index()) != OperandRole::Data ||
                  Op.value().isReg() ||
                  (Op.value().isImm() && Op.value().getImm() == 0);
         });
}
