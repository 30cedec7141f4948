//===- MacroFusion.cpp - Decoding of single instructions and pairs -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAssembler.h"
#include "KernelBuilderImpl.h"
#include "X86Encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::MCInst;
using llvm::MCInstrDesc;
using llvm::StringRef;

/// An immediate of the µop cache has 32 bits, which it shares with the
/// displacement of a memory operand (uiCA, µop cache; uiCA-model, section 7).
static bool needsExtraCacheSlot(const X86Encoding &E, const MCInst &I,
                                const OpcodeOperands &O) {
  if (E.ImmediateSize == 0 || (E.ImmediateSize < 8 && !E.Memory))
    return false;
  // The bytes of a symbol are not known, so it is taken for a large one.
  for (auto [Index, Op] : llvm::enumerate(I))
    if (Op.isExpr() && O.role(Index) == OperandRole::Data)
      return true;
  return E.Memory ? !llvm::isInt<16>(E.Immediate)
                  : !llvm::isInt<32>(E.Immediate);
}

/// A field of so many bytes.
static void addField(CodeFields &F, unsigned Bytes) {
  F.All += Bytes == 8 ? 2 : Bytes != 0;
  F.Wide += Bytes / 4;
}

/// Immediates and displacements of \p I. Which operands the code holds is
/// LLVM's to say, but for registers in place of immediates, of how many bytes
/// is the code's.
static CodeFields codeFields(const CodeInstr &I, const X86Encoding &E,
                             const MCInstrDesc &Desc, const OpcodeOperands &O) {
  CodeFields F;
  F.Evex = E.Evex;
  if (O.Displacement >= 0) {
    const unsigned Bytes = x86DisplacementSize(I.Bytes, E);
    addField(F, E.Evex && Bytes ? 4 : Bytes);
  }
  if (E.Vector) {
    addField(F, x86VectorImmediateSize(I.Bytes, E));
    return F;
  }
  const unsigned Behind = I.Bytes.size() - E.OpcodeOffset - 1;
  for (const llvm::MCOperandInfo &Op : Desc.operands())
    if (Op.OperandType == llvm::MCOI::OPERAND_PCREL)
      addField(F, Behind >= 4 ? 4 : 1);
    else if (Op.OperandType == llvm::MCOI::OPERAND_IMMEDIATE)
      addField(F, E.ImmediateSize ? E.ImmediateSize : 1);
  return F;
}

/// What depends on the encoding and on the operands.
void Builder::decode(const CodeInstr &I, const OpcodeInfo &Info,
                     Decoding &D) const {
  D.MacroFusible = C->FusesPairs && llvm::any_of(Info.FusesFirst, [&](auto F) {
                     return allowsOperands(C->MacroFusions[F], I.Inst, Info);
                   });
  for (auto [Index, Op] : llvm::enumerate(I.Inst))
    D.WritesHighByte |= Op.isReg() && Op.getReg() &&
                        Registers.isHighByte(Op.getReg()) &&
                        Info.Operands.role(Index) == OperandRole::Result;
  if (I.Bytes.empty() || !T.STI.getTargetTriple().isX86())
    return;
  X86Encoding E = readX86Encoding(I.Bytes);
  D.OpcodeOffset = E.OpcodeOffset;
  D.LengthChangingPrefix = E.LengthChangingPrefix;
  D.ExtraCacheSlot = C->Fetch.Intel.ExtraSlots &&
                     needsExtraCacheSlot(E, I.Inst, Info.Operands);
  D.Fields = codeFields(I, E, T.MII.get(I.Inst.getOpcode()), Info.Operands);
}

bool Builder::allowsOperands(const MacroFusion &F, const MCInst &First,
                             const OpcodeInfo &FI) const {
  const MCInstrDesc &Desc = T.MII.get(First.getOpcode());
  if (!Desc.mayLoad() && !Desc.mayStore())
    return true;
  return F.AllowMemory &&
         (F.AllowMemoryImmediate || !hasImmediate(First, FI.Operands));
}

/// MacroFusion::SameDestination.
static bool overwritesResult(const MCInst &First, const OpcodeInfo &FI,
                             const MCInst &Second, const OpcodeInfo &SI) {
  auto Has = [](const MCInst &I, const OpcodeInfo &Info, OperandRole Role,
                unsigned Register) {
    for (auto [Index, Op] : llvm::enumerate(I))
      if (Op.isReg() && Op.getReg() && Op.getReg() == Register &&
          Info.Operands.role(Index) == Role)
        return true;
    return false;
  };
  for (auto [Index, Op] : llvm::enumerate(First))
    if (Op.isReg() && Op.getReg() &&
        FI.Operands.role(Index) == OperandRole::Result &&
        Has(Second, SI, OperandRole::Data, Op.getReg()) &&
        Has(Second, SI, OperandRole::Result, Op.getReg()))
      return true;
  return false;
}

/// MacroFusion::NoResult.
static bool hasNoResult(const MCInst &I, const OpcodeInfo &Info,
                        const RegisterMap &Registers) {
  return llvm::all_of(llvm::enumerate(I), [&](const auto &Op) {
    return !Op.value().isReg() || !Op.value().getReg() ||
           Info.Operands.role(Op.index()) != OperandRole::Result ||
           Registers.entry(Op.value().getReg()).Groups.empty();
  });
}

bool Builder::fuses(const MacroFusion &F, const MCInst &First,
                    const OpcodeInfo &FI, const MCInst &Second,
                    const OpcodeInfo &SI) const {
  if (!allowsOperands(F, First, FI))
    return false;
  if (F.SameDestination && !overwritesResult(First, FI, Second, SI))
    return false;
  if (F.NoResult && !hasNoResult(First, FI, Registers))
    return false;
  if (F.Conditions.empty())
    return true;
  int Code = condition(Second, SI);
  return Code >= 0 && llvm::is_contained(F.Conditions, C->ConditionNames[Code]);
}

/// What each branch takes beside its port, a fused one with other ports, too.
void Builder::limitBranches(Kernel &K) const {
  if (!C->BranchesAlso)
    return;
  for (KernelInstr &I : K.Instrs)
    for (Uop &U : I.Uops)
      if (U.Kind == UopKind::Branch && !U.Uses.empty())
        U.Uses.push_back({C->BranchesAlso, 1});
}

/// Macro-fusion: the first instruction does the work of both.
void Builder::fusePairs(llvm::ArrayRef<CodeInstr> Code, Kernel &K) {
  if (!C->FusesPairs)
    return;
  for (size_t I = 1; I < Code.size(); ++I) {
    // In unrolled code every copy starts somewhere else.
    bool StartsLine = C->FusionLine && K.Repeats == Notion::Loop &&
                      Code[I].Offset % C->FusionLine == 0 && Code[I].Size != 0;
    if (K.Instrs[I - 1].MacroFused || StartsLine)
      continue;
    const OpcodeInfo &FI = info(Code[I - 1].Inst.getOpcode());
    const OpcodeInfo &SI = info(Code[I].Inst.getOpcode());
    auto Fuses = [&](uint16_t Index) {
      return llvm::is_contained(SI.FusesSecond, Index) &&
             fuses(C->MacroFusions[Index], Code[I - 1].Inst, FI, Code[I].Inst,
                   SI);
    };
    const auto Found = llvm::find_if(FI.FusesFirst, Fuses);
    if (Found != FI.FusesFirst.end())
      fusePair(K.Instrs[I - 1], K.Instrs[I], C->MacroFusions[*Found].Ports);
  }
}
