//===- RenamedMemory.cpp - Registers handed from store to load --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of the dependences through memory the renamer can know of, before
/// there are addresses: by which instructions they are, and by how addresses
/// are spelled (MemoryPipes::RenamedByAddress).
///
//===----------------------------------------------------------------------===//

#include "KernelBuilderImpl.h"
#include "StoreForwarding.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace takt;

/// Bits of a segment register, which x86 has among the operands.
static constexpr unsigned SegmentBits = 16;

/// The operands of the address of \p I.
static SmallVector<MCOperand, 5> addressOf(const MCInst &I,
                                           const OpcodeOperands &O) {
  SmallVector<MCOperand, 5> Address;
  for (unsigned Op = 0; Op != I.getNumOperands(); ++Op)
    if (O.role(Op) == OperandRole::Address)
      Address.push_back(I.getOperand(Op));
  return Address;
}

static bool areSame(const MCOperand &A, const MCOperand &B) {
  if (A.isReg() && B.isReg())
    return A.getReg() == B.getReg();
  if (A.isImm() && B.isImm())
    return A.getImm() == B.getImm();
  // The same symbol is the same expression only by chance.
  return A.isExpr() && B.isExpr() && A.getExpr() == B.getExpr();
}

/// \p R is written between store and load, other than by push and pop.
bool Builder::writesAddress(ArrayRef<CodeInstr> Code, const Kernel &K,
                            const MemoryDependence &D, MCRegister R) {
  const auto Writes = [&](uint32_t I) {
    const MCInst &Inst = Code[I].Inst;
    return T.MII.get(Inst.getOpcode()).hasDefOfPhysReg(Inst, R, T.MRI) &&
           !(K.Instrs[I].StackChange && Registers.isStackPointer(R));
  };
  for (uint32_t I = 0; I != Code.size(); ++I) {
    const bool Between = D.Distance == 0   ? I >= D.Store && I < D.Load
                         : D.Distance == 1 ? I >= D.Store || I < D.Load
                                           : true;
    if (Between && Writes(I))
      return true;
  }
  return false;
}

/// The registers that make the address of \p I; none if the instruction pointer
/// does.
SmallVector<MCRegister, 2> Builder::addressRegisters(const MCInst &I) {
  const OpcodeOperands &O = info(I.getOpcode()).Operands;
  SmallVector<MCRegister, 2> Found;
  if (isPcRelative(I, O, Registers))
    return Found;
  for (const MCOperand &Op : addressOf(I, O))
    if (Op.isReg() && Op.getReg() &&
        Registers.entry(Op.getReg()).Bits > SegmentBits)
      Found.push_back(Op.getReg());
  if (Found.empty() && O.StackAddress)
    Found.push_back(Registers.stackPointer());
  return Found;
}

/// Store and load of \p D have an address of the same registers with the same
/// values.
bool Builder::spellsSame(ArrayRef<CodeInstr> Code, const Kernel &K,
                         const MemoryDependence &D) {
  const MCInst &Store = Code[D.Store].Inst, &Load = Code[D.Load].Inst;
  const SmallVector<MCRegister, 2> Used = addressRegisters(Store);
  if (any_of(Used, [&](MCRegister R) { return writesAddress(Code, K, D, R); }))
    return false;
  // What is pushed and popped is counted.
  if (Used.size() == 1 && Registers.isStackPointer(Used.front()))
    return addressRegisters(Load) == Used;
  return equal(addressOf(Store, info(Store.getOpcode()).Operands),
               addressOf(Load, info(Load.getOpcode()).Operands), areSame);
}

/// Whether the renamer connects store and load of \p D. Without a register in
/// the address there is mostly nothing to tell it by.
bool Builder::knowsName(ArrayRef<CodeInstr> Code, const Kernel &K,
                        const MemoryDependence &D) {
  const MCInst &Store = Code[D.Store].Inst, &Load = Code[D.Load].Inst;
  const auto HasIndex = [&](const MCInst &I) {
    return isIndexed(I, info(I.getOpcode()).Operands);
  };
  if (!info(Load.getOpcode()).RenamedLoad ||
      (C->Memory.RenamedWithoutIndex && (HasIndex(Store) || HasIndex(Load))))
    return false;
  if (!C->Memory.RenamedByAddress)
    return true;
  const auto HasName = [&](const MCInst &I) {
    return !addressRegisters(I).empty() ||
           (C->Memory.RenamedRelative &&
            isPcRelative(I, info(I.getOpcode()).Operands, Registers));
  };
  return HasName(Store) && HasName(Load) &&
         (K.Repeats == Notion::Loop || spellsSame(Code, K, D));
}

/// Finds addresses that are spelt alike, and takes back what the renamer cannot
/// know.
void Builder::keepNames(ArrayRef<CodeInstr> Code, Kernel &K) {
  const auto AddressAt = [&](uint32_t I) {
    return addressOf(Code[I].Inst, info(Code[I].Inst.getOpcode()).Operands);
  };
  for (MemoryDependence &D : K.MemoryDependences) {
    const auto Of = AddressAt(D.Store);
    D.Named = !Of.empty() && equal(Of, AddressAt(D.Load), areSame);
    if (!D.Renamed || knowsName(Code, K, D))
      continue;
    D.Renamed = false;
    setLatencies(D, K, *C);
  }
}
