//===- InstrTemplate.h - An instruction before its registers ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the kernel builder remembers of an instruction: its µops with operands
/// by number. Instructions of one opcode and form share a template; only the
/// registers are filled in anew. The way to a template, a small step each:
///
///     scheduling class → port sets → µops → corrections → memory µops
///       → fused-domain µops → data flow
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_INSTRTEMPLATE_H
#define TAKT_MODELS_INSTRTEMPLATE_H

#include "CorrectionIndex.h"
#include "OperandRoles.h"
#include "SchedModel.h"

namespace llvm {
class MCInstrInfo;
class MCRegisterInfo;
class MCSubtargetInfo;
} // namespace llvm

namespace takt {

/// Bypass::Producer of a plain load of an integer register; LLVM's classes
/// count from 1.
constexpr uint16_t PlainLoadClass = UINT16_MAX;

/// Groups of flags, bit i for Cpu::FlagGroups[i].
using FlagSet = uint8_t;
constexpr FlagSet AllFlags = ~FlagSet(0);

/// Where a template's value is.
struct ValueRef {
  enum Kind : uint8_t {
    Operand,  ///< operand Index of the MCInst
    Register, ///< register Index (an implicit operand)
    Temp,     ///< internal value Index
  };
  Kind K = Operand;
  uint16_t Index = 0;
  /// Where the register is the flags register.
  FlagSet Flags = AllFlags;
};

struct TemplateRead {
  ValueRef Value;
  llvm::SmallVector<Bypass, 1> Bypasses;
  bool Shared = false; ///< UopRead::Shared
};

struct TemplateWrite {
  ValueRef Value;
  uint16_t Latency = 0;
  uint16_t WriteClass = 0;
  /// Reads the rest of a register that is only partly written; the old value is
  /// needed MergeLate cycles after the µop starts.
  uint16_t MergeLate = 0;
};

struct TemplateUop {
  UopKind Kind = UopKind::Compute;
  llvm::SmallVector<ResourceUse, 2> Uses;
  llvm::SmallVector<TemplateRead, 4> Reads;
  llvm::SmallVector<TemplateWrite, 2> Writes;
};

struct InstrTemplate {
  /// Why it cannot be modelled; empty: it can.
  std::string NotModelled;
  uint16_t FusedUops = 1;
  /// Correction::Results.
  std::optional<unsigned> Results;
  /// What does not depend on the encoding.
  Decoding Decode;
  Ordering Order = Ordering::None;
  uint16_t RepeatCycles = 0;
  bool RenamedStore = false;
  unsigned NumTemps = 0;
  llvm::SmallVector<TemplateUop, 4> Uops;
  /// A move that the renamer may eliminate, and its µops when it does not.
  MoveKind Move = MoveKind::None;
  llvm::SmallVector<TemplateUop, 4> Executed;
};

/// All that does not change between instructions.
struct BuilderContext {
  const Cpu &C;
  const SchedModel &Model;
  const llvm::MCSubtargetInfo &STI;
  const llvm::MCInstrInfo &MII;
  const llvm::MCRegisterInfo &MRI;
  const RegisterMap &Registers;
  /// For each of the model's units the CPU's resources that stand for it.
  llvm::ArrayRef<ResourceMask> UnitResources;
};

/// What selects a template.
struct InstrShape {
  unsigned Opcode = 0;
  const llvm::MCSchedClassDesc *Class = nullptr;
  InstrForm Form;
  /// Operands on which the result does not depend (bit per operand), because
  /// the instruction is a zero idiom or dependency-breaking.
  uint64_t Independent = 0;
  /// KernelInstr::StackChange.
  int16_t StackChange = 0;
  /// CorrectionIndex::isChainedLoad.
  bool ChainedLoad = true;
};

/// Makes the template of \p Shape. \p Corrected is what the CPU's file says,
/// and \p Plain what it says of the same instruction without an index register
/// in its address: un-lamination concerns indexed addresses only.
InstrTemplate makeTemplate(const BuilderContext &Ctx, const InstrShape &Shape,
                           const OpcodeOperands &Operands,
                           const Effective &Corrected, const Effective &Plain);

/// The µops of \p Class with their ports, before corrections; loads first, then
/// computation, store addresses and store data.
llvm::SmallVector<TemplateUop, 4> modelUops(const BuilderContext &Ctx,
                                            const llvm::MCInstrDesc &Desc,
                                            const llvm::MCSchedClassDesc &Class,
                                            const OpcodeOperands &Operands);

/// Fused-domain µops of \p Uops under the CPU's micro-fusion.
unsigned countFusedUops(const Cpu &C, llvm::ArrayRef<TemplateUop> Uops,
                        bool Unlaminated);

/// How the decoders deliver an instruction of \p Fused fused-domain µops before
/// un-lamination; the encoding aside. \p Corrected is what the CPU's file says.
Decoding decodingOf(const Cpu &C, const Effective &Corrected, unsigned Fused);

/// Connects the µops of \p T with operands and with each other.
void connectUops(const BuilderContext &Ctx, const InstrShape &Shape,
                 const OpcodeOperands &Operands, const Effective &Corrected,
                 InstrTemplate &T);

} // namespace takt

#endif // TAKT_MODELS_INSTRTEMPLATE_H
