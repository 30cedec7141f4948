//===- PartAddresses.cpp - Addresses as uiCA compares them ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartAddresses.h"
#include "RandomValues.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCOperand;
using llvm::MCRegister;

/// What is added to a register stays apart from displacements, which are in the
/// lower half.
static constexpr unsigned AddedShift = 32;

namespace {

class PartInterpreter {
public:
  PartInterpreter(const BuilderContext &Ctx, uint64_t Seed)
      : Ctx(Ctx), Random(mixed(Seed)), Bits(randomBits(Seed)) {}

  uint64_t address(const MCInst &I, const OpcodeInfo &Info, bool OfStack);
  void step(const MCInst &I, const OpcodeInfo &Info);

private:
  uint64_t unknown() { return randomValue(Random = mixed(Random)) & Bits; }
  uint64_t valueOf(MCRegister R);
  uint64_t result(const MCInst &I, const OpcodeInfo &Info);
  void set(MCRegister R, uint64_t V);

  const BuilderContext &Ctx;
  uint64_t Random, Bits;
  llvm::DenseMap<uint16_t, uint64_t> Values; ///< by group of registers
};

} // namespace

uint64_t PartInterpreter::valueOf(MCRegister R) {
  const auto &Groups = Ctx.Registers.entry(R).Groups;
  if (Groups.size() != 1)
    return unknown();
  auto [At, New] = Values.try_emplace(Groups.front());
  if (New)
    At->second = unknown();
  return At->second;
}

void PartInterpreter::set(MCRegister R, uint64_t V) {
  const RegisterMap::Entry &E = Ctx.Registers.entry(R);
  for (uint16_t Group : E.Groups)
    Values[Group] = E.Partial || E.Groups.size() != 1 ? unknown() : V;
}

/// The address of the memory operand, or where the stack pointer points.
uint64_t PartInterpreter::address(const MCInst &I, const OpcodeInfo &Info,
                                  bool OfStack) {
  const OpcodeOperands &O = Info.Operands;
  if (OfStack)
    return valueOf(Ctx.Registers.stackPointer());
  if (O.Displacement < 2 || O.Displacement + 1u >= I.getNumOperands())
    return unknown();
  const MCOperand &Base = I.getOperand(O.Index - 2),
                  &Scale = I.getOperand(O.Index - 1),
                  &Index = I.getOperand(O.Index),
                  &Displacement = I.getOperand(O.Displacement);
  if (!Base.isReg() || !Scale.isImm() || !Index.isReg() ||
      !Displacement.isImm())
    return unknown();
  uint64_t Address = uint64_t(Displacement.getImm());
  if (Base.getReg() && !isPcRelative(I, O, Ctx.Registers))
    Address += valueOf(Base.getReg());
  if (Index.getReg())
    Address += valueOf(Index.getReg()) * uint64_t(Scale.getImm());
  return Address;
}

/// The value of the explicit result.
uint64_t PartInterpreter::result(const MCInst &I, const OpcodeInfo &Info) {
  if (!Info.Value)
    return unknown();
  llvm::SmallVector<MCRegister, 2> Registers;
  uint64_t Added = 0;
  for (llvm::MCPhysReg R : Ctx.MII.get(I.getOpcode()).implicit_uses())
    if (Ctx.Registers.isGeneral(R))
      Registers.push_back(R);
  bool Constant = false;
  for (auto [Index, Op] : llvm::enumerate(I)) {
    if (Info.Operands.role(Index) != OperandRole::Data)
      continue;
    if (Op.isReg() && Op.getReg())
      Registers.push_back(Op.getReg());
    else if (Op.isImm()) {
      Added = uint64_t(int64_t(int32_t(Op.getImm()))) << AddedShift;
      Constant = true;
    }
  }
  const llvm::MCInstrDesc &Desc = Ctx.MII.get(I.getOpcode());
  if (Desc.mayLoad() || Desc.mayStore())
    return unknown();
  const bool One = Registers.size() == 1;
  switch (Info.Value->Effect) {
  case ValueRule::Copy:
    return One && !Constant ? valueOf(Registers[0]) : unknown();
  case ValueRule::Add:
    return One && Constant ? valueOf(Registers[0]) + Added : unknown();
  case ValueRule::Subtract:
    return One && Constant ? valueOf(Registers[0]) - Added : unknown();
  case ValueRule::Increment:
    return One ? valueOf(Registers[0]) + (uint64_t(1) << AddedShift)
               : unknown();
  case ValueRule::Decrement:
    return One ? valueOf(Registers[0]) - (uint64_t(1) << AddedShift)
               : unknown();
  case ValueRule::Xor:
    if (isSameRegister(I, Info.Operands, Ctx.Registers))
      return 0;
    return unknown();
  default:
    return unknown();
  }
}

void PartInterpreter::step(const MCInst &I, const OpcodeInfo &Info) {
  const uint64_t Explicit = result(I, Info);
  // push and pop leave the stack pointer as it is.
  const bool MovesStack = stackChange(Info.Value);
  for (llvm::MCPhysReg R : Ctx.MII.get(I.getOpcode()).implicit_defs())
    if (!MovesStack || !Ctx.Registers.isStackPointer(R))
      set(R, Explicit);
  for (auto [Index, Op] : llvm::enumerate(I))
    if (Op.isReg() && Op.getReg() &&
        Info.Operands.role(Index) == OperandRole::Result)
      set(Op.getReg(), Explicit);
}

AddressTrace
takt::partAddresses(const BuilderContext &Ctx, llvm::ArrayRef<CodeInstr> Code,
                    llvm::ArrayRef<AccessSite> Sites,
                    llvm::function_ref<const OpcodeInfo &(unsigned)> InfoOf,
                    uint32_t Iterations, uint64_t Seed) {
  PartInterpreter P(Ctx, Seed);
  AddressTrace T;
  T.Iterations = Iterations;
  T.Addresses.reserve(size_t(Iterations) * Sites.size());
  for (uint32_t N = 0; N != Iterations; ++N) {
    llvm::ArrayRef<AccessSite> Rest = Sites;
    for (auto [Index, I] : llvm::enumerate(Code)) {
      const OpcodeInfo &Info = InfoOf(I.Inst.getOpcode());
      for (; !Rest.empty() && Rest.front().Instr == Index;
           Rest = Rest.drop_front()) {
        // Of two accesses the stack's comes first.
        const bool OfStack =
            stackChange(Info.Value) && Rest.front().Access == 0;
        T.Addresses.push_back({P.address(I.Inst, Info, OfStack), true});
      }
      P.step(I.Inst, Info);
    }
  }
  return T;
}
