//===- InstrSource.cpp - MCInsts of machine instructions --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/InstrSource.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

InstrSource::~InstrSource() = default;

/// Machine instructions whose lowering does more than emit code: it records
/// entries of tables or defines labels, and must happen exactly once.
static bool hasSideEffects(const MachineInstr &MI, StringRef Name) {
  // An AArch64 jump table dispatch defines the label that its table is relative
  // to the first time it is lowered. In its compressed forms the label is a
  // block's, there from the beginning.
  if (MI.isPseudo() && Name != "JumpTableDest8" && Name != "JumpTableDest16")
    for (const MachineOperand &MO : MI.operands())
      if (MO.isJTI())
        return true;
  return Name.starts_with("SEH_") || Name.starts_with("KCFI_CHECK") ||
         Name.starts_with("HWASAN_CHECK") || Name.starts_with("ASAN_CHECK");
}

/// Barriers for the compiler and comments are inline assembly without code.
static bool isEmptyAsm(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const char *Text = MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
  return MF.getSubtarget().getInstrInfo()->getInlineAsmLength(
             Text, *MF.getTarget().getMCAsmInfo(), &MF.getSubtarget()) == 0;
}

LoweredInstr InstrSource::lower(const MachineInstr &MI) {
  LoweredInstr L;
  // The header of a bundle stands for the instructions behind it.
  if (MI.isMetaInstruction() || MI.isLabel() || MI.isCFIInstruction() ||
      MI.isBundle())
    return L;
  if (MI.isInlineAsm()) {
    if (!isEmptyAsm(MI))
      L.Opaque = "inline assembly";
    return L;
  }
  const unsigned Opcode = MI.getOpcode();
  // Barriers for the compiler alone.
  if (Opcode == TargetOpcode::MEMBARRIER || Opcode == TargetOpcode::ARITH_FENCE)
    return L;

  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  const StringRef Name = TII.getName(Opcode);
  if (Opcode <= TargetOpcode::GENERIC_OP_END || hasSideEffects(MI, Name) ||
      !lowerTarget(MI, L.Insts)) {
    L.Insts.clear();
    L.Opaque = ("pseudo instruction " + Name).str();
    return L;
  }
  for (const MCInst &I : L.Insts)
    if (TII.get(I.getOpcode()).isPseudo()) {
      // Encoding one is a fatal error in some targets; MIR written by hand has
      // them.
      L.Opaque = ("pseudo instruction " + TII.getName(I.getOpcode())).str();
      L.Insts.clear();
      break;
    }
  return L;
}

//===----------------------------------------------------------------------===//
// Plain conversion
//===----------------------------------------------------------------------===//

/// Converts \p MI operand by operand. Symbols become the constant 0: what is
/// asked about the instruction does not depend on their value.
static bool convert(const MachineInstr &MI, MCContext &Ctx, MCInst &Out) {
  Out.setOpcode(MI.getOpcode());
  for (const MachineOperand &MO : MI.operands()) {
    switch (MO.getType()) {
    case MachineOperand::MO_Register:
      if (MO.isImplicit())
        break;
      if (MO.getReg().isVirtual())
        return false;
      Out.addOperand(MCOperand::createReg(MO.getReg()));
      break;
    case MachineOperand::MO_Immediate:
      Out.addOperand(MCOperand::createImm(MO.getImm()));
      break;
    case MachineOperand::MO_MachineBasicBlock:
      Out.addOperand(MCOperand::createExpr(
          MCSymbolRefExpr::create(MO.getMBB()->getSymbol(), Ctx)));
      break;
    case MachineOperand::MO_GlobalAddress:
    case MachineOperand::MO_ExternalSymbol:
    case MachineOperand::MO_BlockAddress:
    case MachineOperand::MO_ConstantPoolIndex:
    case MachineOperand::MO_JumpTableIndex:
    case MachineOperand::MO_MCSymbol:
      Out.addOperand(MCOperand::createExpr(MCConstantExpr::create(0, Ctx)));
      break;
    case MachineOperand::MO_RegisterMask:
    case MachineOperand::MO_RegisterLiveOut:
    case MachineOperand::MO_Metadata:
      break;
    default:
      return false;
    }
  }
  return true;
}

namespace {
class DirectSource final : public InstrSource {
public:
  explicit DirectSource(MCContext &Ctx) : Ctx(Ctx) {}
  bool isExact() const override { return false; }

private:
  bool lowerTarget(const MachineInstr &MI,
                   SmallVectorImpl<MCInst> &Out) override {
    Out.emplace_back();
    return !MI.isPseudo() && convert(MI, Ctx, Out.back());
  }

  MCContext &Ctx;
};
} // namespace

std::unique_ptr<InstrSource>
takt::createDirectSource(const MachineFunction &MF) {
  return std::make_unique<DirectSource>(MF.getContext());
}

//===----------------------------------------------------------------------===//
// The target's own lowering
//===----------------------------------------------------------------------===//

namespace {
/// Keeps instructions and forgets everything else.
class CaptureStreamer final : public MCStreamer {
public:
  explicit CaptureStreamer(MCContext &Ctx) : MCStreamer(Ctx) {}

  SmallVectorImpl<MCInst> *Sink = nullptr;

  void emitInstruction(const MCInst &Inst, const MCSubtargetInfo &) override {
    if (Sink)
      Sink->push_back(Inst);
  }
  bool hasRawTextSupport() const override { return true; }
  void emitLabel(MCSymbol *, SMLoc) override {}
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override {}
  // Some lowerings adjust the frame description in passing (call/pop of 32-bit
  // x86); outside of a frame that is an error of the whole compilation.
  void emitCFIAdjustCfaOffset(int64_t, SMLoc) override {}
  void emitCFIBKeyFrame() override {}
  void emitCFIMTETaggedFrame() override {}
};

class CaptureSource final : public InstrSource {
public:
  explicit CaptureSource(AsmPrinter &AP) : AP(AP) {
    auto S = std::make_unique<CaptureStreamer>(AP.OutContext);
    Streamer = S.get();
    AP.TM.getTarget().createNullTargetStreamer(*Streamer);
    Other = std::move(S);
  }
  bool isExact() const override { return true; }

private:
  bool lowerTarget(const MachineInstr &MI,
                   SmallVectorImpl<MCInst> &Out) override {
    // x86 makes a fresh label for the distance to the GOT; in assembly output
    // it would shift the numbers of all following ones. Its lowering keeps the
    // operands otherwise.
    for (const MachineOperand &MO : MI.operands())
      if (MO.isSymbol() &&
          StringRef(MO.getSymbolName()) == "_GLOBAL_OFFSET_TABLE_")
        return convert(MI, AP.OutContext, Out.emplace_back());

    Streamer->Sink = &Out;
    std::swap(AP.OutStreamer, Other);
    AP.emitInstruction(&MI);
    std::swap(AP.OutStreamer, Other);
    Streamer->Sink = nullptr;
    return true;
  }

  AsmPrinter &AP;
  CaptureStreamer *Streamer;
  /// The streamer that is not the printer's at the moment.
  std::unique_ptr<MCStreamer> Other;
};
} // namespace

std::unique_ptr<InstrSource> takt::createCaptureSource(AsmPrinter &AP) {
  return std::make_unique<CaptureSource>(AP);
}
