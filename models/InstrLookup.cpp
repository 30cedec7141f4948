//===- InstrLookup.cpp - From an MCInst to its template ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilderImpl.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCInstrDesc;
using llvm::StringRef;

/// Corrections of one opcode that may ask for registers: bits of
/// InstrForm::Registers.
static constexpr unsigned MaxAsked = 64;

/// Why LLVM's description alone rules \p Desc out; null if it does not.
static const char *refusal(const MCInstrDesc &Desc) {
  if (Desc.isPseudo())
    return "pseudo instruction";
  // A return has the results as further operands in MIR only.
  if (Desc.isVariadic() && !Desc.isReturn())
    return "variable number of operands";
  return nullptr;
}

/// Why \p Desc is ruled out where what it leads to is not the next instruction;
/// null if it is not.
static const char *refusalOfEnd(const MCInstrDesc &Desc) {
  if (Desc.isCall())
    return NotModelled::Call.data();
  return Desc.isReturn() ? "return" : nullptr;
}

const OpcodeInfo &Builder::info(unsigned Opcode) {
  std::unique_ptr<OpcodeInfo> &Slot = Opcodes[Opcode];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<OpcodeInfo>();
  const MCInstrDesc &Desc = T.MII.get(Opcode);
  StringRef Name = T.MII.getName(Opcode);
  Slot->Refused = refusal(Desc);
  Slot->RefusedAsEnd = refusalOfEnd(Desc);
  Slot->Operands = operandRoles(Desc, T.MRI, Registers);
  Slot->Corrections = Corrections.find(Name);
  Slot->ChainedLoad = Corrections.isChainedLoad(Name);
  Slot->RenamedLoad = Corrections.isRenamedLoad(Name);
  Slot->ResultDomain = Corrections.domain(Name);
  Slot->Condition = Corrections.conditionOperand(Name);
  Slot->Value = Corrections.valueRule(Name);
  for (auto [Index, K] : llvm::enumerate(Slot->Corrections))
    for (const std::string &R : K->Form.Registers)
      if (Index < MaxAsked)
        Slot->Asked.push_back({Index, Registers.find(R)});
  Slot->FusesFirst = Corrections.fusionsFirst(Name);
  Slot->FusesSecond = Corrections.fusionsSecond(Name);
  return *Slot;
}

unsigned Builder::accessSize(const MCInst &I) {
  std::optional<unsigned> &Size = Opcodes[I.getOpcode()]->AccessSize;
  if (!Size)
    Size = Sizes.sizeOf(I);
  return *Size;
}

/// The condition code of \p I as an index into Cpu::ConditionNames, or -1.
int Builder::condition(const MCInst &I, const OpcodeInfo &Info) const {
  if (!Info.Condition)
    return -1;
  int Index = Info.Condition->Operand;
  if (Index < 0)
    Index += static_cast<int>(I.getNumOperands());
  if (Index < 0 || Index >= static_cast<int>(I.getNumOperands()) ||
      !I.getOperand(Index).isImm())
    return -1;
  int64_t Code = I.getOperand(Index).getImm();
  if (Code < 0 || Code >= static_cast<int64_t>(C->ConditionNames.size()))
    return -1;
  return static_cast<int>(Code);
}

/// The operands on which the result of \p I does not depend, bit per operand.
uint64_t Builder::independent(const MCInst &I) const {
  if (!T.MIA)
    return 0;
  llvm::APInt Mask;
  unsigned Processor = Model.model().getProcessorID();
  if (!T.MIA->isZeroIdiom(I, Mask, Processor) &&
      !T.MIA->isDependencyBreaking(I, Mask, Processor))
    return 0;
  // The mask is by use operands; none set means all explicit ones.
  uint64_t Bits = Mask.isZero() ? ~uint64_t(0) : Mask.getLimitedValue();
  return Bits << T.MII.get(I.getOpcode()).getNumDefs();
}

/// InstrForm::Registers.
uint64_t Builder::askedRegisters(const MCInst &I,
                                 const OpcodeInfo &Info) const {
  uint64_t Found = 0;
  for (auto [Index, Asked] : Info.Asked)
    for (auto [Operand, Op] : llvm::enumerate(I))
      if (Op.isReg() && Op.getReg() && Asked &&
          Info.Operands.role(Operand) != OperandRole::Address &&
          (Info.Operands.role(Operand) == OperandRole::Data ||
           !Info.Corrections[Index]->Form.RegisterIsSource) &&
          T.MRI.isSubRegisterEq(Asked, Op.getReg()))
        Found |= uint64_t(1) << Index;
  return Found;
}

InstrShape Builder::shape(const MCInst &I, const OpcodeInfo &Info) const {
  const MCInstrDesc &Desc = T.MII.get(I.getOpcode());
  InstrShape S;
  S.Opcode = I.getOpcode();
  S.Class = Model.classOf(I, T.MII);
  S.Form.Loads = Desc.mayLoad();
  S.Form.Stores = Desc.mayStore();
  S.Form.Indexed = isIndexed(I, Info.Operands);
  S.Form.TwoRegisters = isTwoRegisters(I, Info.Operands);
  S.Form.ThreeParts = isThreeParts(I, Info.Operands, T.MRI);
  S.Form.SameRegister = isSameRegister(I, Info.Operands, Registers);
  S.Form.Tied = Info.Operands.Tied;
  S.Form.Immediate = hasImmediate(I, Info.Operands);
  S.Form.ZeroImmediate = isZeroImmediate(I, Info.Operands);
  S.Form.ShortConstant =
      hasShortConstant(I, Info.Operands, C->Rename.ShortConstants);
  S.Form.Condition = condition(I, Info);
  S.Form.Scaled = isScaled(I, Info.Operands, Info.Value);
  S.Form.PcRelative = isPcRelative(I, Info.Operands, Registers);
  S.Form.ZeroSource = hasZeroSource(I, Info.Operands, Registers);
  S.Form.Prefixes = I.getFlags();
  S.Form.ShortAddress = C->ChainedLoadGain &&
                        isShortAddress(I, Info.Operands, C->ChainedLoadReach);
  S.Form.HighByte = hasHighByte(I, Registers);
  S.Form.Registers = askedRegisters(I, Info);
  S.Independent = independent(I);
  S.StackChange = stackChange(Info.Value);
  S.ChainedLoad = Info.ChainedLoad;
  return S;
}

const InstrTemplate &Builder::lookup(const MCInst &I, const OpcodeInfo &Info,
                                     const InstrShape &S) {
  // What follows from the opcode alone (loads, stores, tied, whether there are
  // immediates) needs no bits.
  uint64_t Class =
      S.Class ? S.Class - Model.model().SchedClassTable : UINT16_MAX;
  uint64_t Key = uint64_t(S.Form.Prefixes & UINT16_MAX) << 48 |
                 uint64_t(S.Opcode) << 32 | Class << 16;
  uint64_t Bits = S.Form.Condition + 1;
  for (bool Bit : {S.Form.TwoRegisters, S.Form.ThreeParts, S.Form.ShortAddress,
                   S.Form.Indexed, S.Form.Scaled, S.Form.PcRelative,
                   S.Form.SameRegister, S.Form.ZeroSource, S.Form.ZeroImmediate,
                   S.Form.ShortConstant, S.Form.HighByte})
    Bits = Bits << 1 | Bit;
  assert(Bits <= UINT16_MAX && "no room for the form");
  Key |= Bits;
  std::unique_ptr<InstrTemplate> &Slot =
      Templates[{Key, S.Independent, S.Form.Registers}];
  if (!Slot) {
    InstrForm Plain = S.Form;
    Plain.Indexed = false;
    Slot = std::make_unique<InstrTemplate>(makeTemplate(
        Ctx, S, Info.Operands, effective(*C, Info.Corrections, S.Form),
        effective(*C, Info.Corrections, Plain)));
  }
  return *Slot;
}
