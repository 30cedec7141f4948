//===- Layout.cpp - Where each instruction of a function lies ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes start short and only ever grow, as in LLVM's assembler, until every
/// jump reaches its target.
///
//===----------------------------------------------------------------------===//

#include "takt/passes/Layout.h"
#include "takt/passes/InstrSource.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

FunctionLayout::~FunctionLayout() = default;

FunctionLayout::FunctionLayout(const MachineFunction &MF, InstrSource &Source)
    : STI(&MF.getSubtarget()) {
  unsigned Section = 0;
  for (const MachineBasicBlock &MBB : MF) {
    if (MBB.isBeginSection() && !Blocks.empty())
      ++Section;
    const unsigned Begin = Instrs.size();
    for (const MachineInstr &MI : MBB.instrs()) {
      LoweredInstr L = Source.lower(MI);
      if (!L.Opaque.empty()) {
        PlacedInstr &P = Instrs.emplace_back();
        P.MI = &MI;
        P.Opaque = std::move(L.Opaque);
      }
      for (MCInst &I : L.Insts) {
        PlacedInstr &P = Instrs.emplace_back();
        P.MI = &MI;
        P.Inst = std::move(I);
      }
    }
    BlockIndex[&MBB] = Blocks.size();
    Blocks.push_back({&MBB, Begin, unsigned(Instrs.size()), 0, Section});
  }
  if (Source.isExact())
    encode(MF);
  else
    for (PlacedInstr &P : Instrs)
      P.OffsetKnown = false;
}

ArrayRef<PlacedInstr>
FunctionLayout::block(const MachineBasicBlock &MBB) const {
  const Block &B = Blocks[BlockIndex.lookup(&MBB)];
  return ArrayRef(Instrs).slice(B.Begin, B.End - B.Begin);
}

/// The symbol that \p E is, or null.
static const MCSymbol *plainSymbol(const MCExpr *E) {
  // x86 expresses "relative to the end of the instruction" as symbol - n.
  if (const auto *B = dyn_cast<MCBinaryExpr>(E))
    if (isa<MCConstantExpr>(B->getRHS()))
      E = B->getLHS();
  const auto *S = dyn_cast<MCSymbolRefExpr>(E);
  return S ? &S->getSymbol() : nullptr;
}

/// Encodes \p P. \returns true if it may need relaxation, with the symbol that
/// it refers to in \p Target.
bool FunctionLayout::encodeOne(PlacedInstr &P, const MCSymbol **Target) {
  SmallVector<MCFixup, 4> Fixups;
  P.Bytes.clear();
  Emitter->encodeInstruction(P.Inst, P.Bytes, Fixups, *STI);
  P.Size = P.Bytes.size();
  if (Fixups.empty() || !Backend->mayNeedRelaxation(P.Inst, *STI))
    return false;
  *Target = plainSymbol(Fixups.front().getValue());
  return true;
}

void FunctionLayout::relax(PlacedInstr &P) {
  Backend->relaxInstruction(P.Inst, *STI);
  const MCSymbol *Ignored;
  encodeOne(P, &Ignored);
}

/// The probable size in bytes of what has no MCInst. LLVM's own number for
/// inline assembly is an upper bound: with 15 bytes for each statement, most
/// short jumps over one would become long.
static unsigned estimateSize(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (!MI.isInlineAsm()) {
    const unsigned Size = TII.getInstSizeInBytes(MI);
    return Size == ~0U ? 0 : Size; // x86 does not know any
  }
  // Of a VEX-encoded instruction without displacement, a common size.
  const unsigned Typical = 5;
  const MCAsmInfo &MAI = *MF.getTarget().getMCAsmInfo();
  const unsigned Max = MAI.getMaxInstLength(&MF.getSubtarget());
  const char *Text = MI.getOperand(InlineAsm::MIOp_AsmString).getSymbolName();
  return TII.getInlineAsmLength(Text, MAI, &MF.getSubtarget()) / Max *
         std::min(Max, Typical);
}

void FunctionLayout::encode(const MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  const Target &T = TM.getTarget();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  Emitter.reset(T.createMCCodeEmitter(TII, MF.getContext()));
  Backend.reset(T.createMCAsmBackend(*STI, *TM.getMCRegisterInfo(),
                                     TM.Options.MCOptions));
  DenseMap<const MCSymbol *, unsigned> Labels;
  for (unsigned B = 0; B != Blocks.size(); ++B) {
    Labels[Blocks[B].MBB->getSymbol()] = B;
    for (unsigned I = Blocks[B].Begin; I != Blocks[B].End; ++I) {
      PlacedInstr &P = Instrs[I];
      const MCSymbol *Symbol = nullptr;
      if (!P.Opaque.empty()) {
        P.Size = estimateSize(*P.MI);
      } else if (encodeOne(P, &Symbol)) {
        if (TM.Options.MCOptions.MCRelaxAll)
          relax(P);
        else
          Jumps.push_back({I, Symbol, B});
      }
    }
  }
  assignOffsets();
  while (relaxJumps(Labels))
    assignOffsets();
}

void FunctionLayout::assignOffsets() {
  uint64_t Offset = 0;
  bool Known = true;
  for (unsigned I = 0; I != Blocks.size(); ++I) {
    Block &B = Blocks[I];
    if (I && B.Section != Blocks[I - 1].Section) {
      Offset = 0;
      Known = true;
    } else if (I) {
      const uint64_t Aligned = alignTo(Offset, B.MBB->getAlignment());
      const unsigned Max = B.MBB->getMaxBytesForAlignment();
      if (!Max || Aligned - Offset <= Max)
        Offset = Aligned;
    }
    B.Offset = Offset;
    for (PlacedInstr &P :
         MutableArrayRef(Instrs).slice(B.Begin, B.End - B.Begin)) {
      P.Offset = Offset;
      P.OffsetKnown = Known;
      Offset += P.Size;
      Known &= P.Opaque.empty();
    }
  }
}

bool FunctionLayout::relaxJumps(
    const DenseMap<const MCSymbol *, unsigned> &Labels) {
  bool Changed = false;
  erase_if(Jumps, [&](const Jump &J) {
    PlacedInstr &P = Instrs[J.Instr];
    auto It = J.Target ? Labels.find(J.Target) : Labels.end();
    if (It != Labels.end() &&
        Blocks[It->second].Section == Blocks[J.Block].Section) {
      const int64_t Distance =
          int64_t(Blocks[It->second].Offset) - int64_t(P.Offset + P.Size);
      if (isInt<8>(Distance))
        return false;
    }
    relax(P);
    Changed = true;
    return true;
  });
  return Changed;
}
