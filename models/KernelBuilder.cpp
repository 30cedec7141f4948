//===- KernelBuilder.cpp - From MCInsts to a kernel -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/KernelBuilder.h"
#include "KernelAssembler.h"
#include "KernelBuilderImpl.h"
#include "ModelMap.h"
#include "memory/AddressText.h"
#include "memory/Dependences.h"
#include "memory/PartAddresses.h"
#include "memory/ValueProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::Error;
using llvm::Expected;
using llvm::MCInst;
using llvm::MCInstrDesc;
using llvm::MCPhysReg;
using llvm::StringRef;

char NotModelled::ID = 0;

void NotModelled::log(llvm::raw_ostream &OS) const {
  OS << "instruction " << Index << " (" << Instr << "): " << Reason;
}

std::error_code NotModelled::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

/// Mnemonic and text of \p I.
void Builder::describe(const MCInst &I, InstrText Text, KernelInstr &To) {
  if (Text == InstrText::None)
    return;
  if (!T.Printer) {
    To.Mnemonic = T.MII.getName(I.getOpcode()).lower();
    return;
  }
  // The whole text rather than getMnemonic, which knows neither condition codes
  // (jne) nor aliases (cmp for subs).
  llvm::SmallString<64> Printed;
  llvm::raw_svector_ostream OS(Printed);
  T.Printer->printInst(&I, /*Address=*/0, /*Annot=*/"", T.STI, OS);
  StringRef Trimmed = StringRef(Printed).trim();
  auto IsSpace = [](char Ch) { return Ch == ' ' || Ch == '\t'; };
  To.Mnemonic = Trimmed.take_until(IsSpace).str();
  if (To.Mnemonic == "lock") {
    StringRef Locked = Trimmed.drop_until(IsSpace).drop_while(IsSpace);
    if (!Locked.empty())
      To.Mnemonic += (" " + Locked.take_until(IsSpace)).str();
  }
  if (Text == InstrText::Whole) {
    To.Text = Trimmed.str();
    std::replace(To.Text.begin(), To.Text.end(), '\t', ' ');
    To.Text.erase(
        std::unique(To.Text.begin(), To.Text.end(),
                    [](char A, char B) { return A == ' ' && B == ' '; }),
        To.Text.end());
  }
}

/// Whether what the stack pointer, the operand at \p Index, is off is added to
/// an address or to a copy (Renamer::StackInAddresses).
bool Builder::takesStackOffset(const MCInst &I, const OpcodeInfo &Info,
                               unsigned Index) const {
  if (!C->Rename.StackInAddresses)
    return false;
  const OpcodeOperands &O = Info.Operands;
  if (O.role(Index) == OperandRole::Address)
    return true;
  if (T.MII.get(I.getOpcode()).isMoveReg())
    return Registers.entry(I.getOperand(Index).getReg()).Bits >= 32;
  // Of three parts, the first of its µops adds the displacement.
  return O.Index > int(Index) &&
         (!I.getOperand(O.Index).getReg() || isThreeParts(I, O, T.MRI));
}

/// What the stack engine needs to know. The stack pointer of push and pop is no
/// operand; where it is one, it is read or written like any register.
void Builder::followStack(const MCInst &I, const OpcodeInfo &Info,
                          KernelInstr &To) const {
  if (!C->Rename.StackEngine)
    return;
  To.StackChange = stackChange(Info.Value);
  for (auto [Index, Op] : llvm::enumerate(I))
    if (Op.isReg() && Registers.isPartOfStackPointer(Op.getReg())) {
      bool Result = Info.Operands.role(Index) == OperandRole::Result;
      (Result ? To.WritesStackPointer : To.ReadsStackPointer) |=
          Result || !takesStackOffset(I, Info, Index);
    }
  if (To.StackChange)
    return;
  const MCInstrDesc &Desc = T.MII.get(I.getOpcode());
  for (MCPhysReg R : Desc.implicit_uses())
    To.ReadsStackPointer |= Registers.isStackPointer(R);
  for (MCPhysReg R : Desc.implicit_defs())
    To.WritesStackPointer |= Registers.isStackPointer(R);
}

/// Whether \p To is an eliminated move of a whole register: what it reads gets
/// another name.
bool Builder::renamesRegister(const MCInst &I, const KernelInstr &To) const {
  return To.Move == MoveKind::General && To.Uops.size() == 1 &&
         To.Uops[0].Reads.size() == 1 && To.Uops[0].Writes.size() == 1 &&
         widestRegister(I) == Registers.entry(Registers.stackPointer()).Bits;
}

/// A load is faster, for all users of its value, where its base comes from a
/// plain load (Cpu::ChainedLoadGain), possibly under another name. That the
/// value, and not the address, is there earlier shows where loads meet at a
/// port: uiCA's 4.50 in the PointerChasing tests.
void Builder::shortenChainedLoads(llvm::ArrayRef<CodeInstr> Code,
                                  Kernel &K) const {
  const unsigned Gain = C->ChainedLoadGain;
  if (!Gain)
    return;
  auto IsChained = [](const Bypass &B) { return B.Producer == PlainLoadClass; };
  llvm::BitVector Plain(K.Locations.size());
  // Twice around, for bases that the end makes and the start uses.
  for (bool Settled : {false, true})
    for (auto [From, To] : llvm::zip_equal(Code, K.Instrs)) {
      const bool Renames = renamesRegister(From.Inst, To);
      for (Uop &U : To.Uops) {
        const bool FromPlain = !U.Reads.empty() && Plain[U.Reads[0].Loc];
        bool Chained = false;
        for (UopRead &R : U.Reads) {
          Chained |= Plain[R.Loc] && llvm::any_of(R.Bypasses, IsChained);
          if (Settled)
            llvm::erase_if(R.Bypasses, IsChained);
        }
        for (UopWrite &W : U.Writes) {
          Plain[W.Loc] = Renames ? FromPlain : W.WriteClass == PlainLoadClass;
          if (Settled && Chained)
            W.Latency -= std::min<unsigned>(W.Latency, Gain);
        }
      }
    }
}

/// Bits of the widest register operand.
unsigned Builder::widestRegister(const MCInst &I) const {
  unsigned Bits = 0;
  for (const llvm::MCOperand &Op : I)
    if (Op.isReg() && Op.getReg())
      Bits = std::max<unsigned>(Bits, Registers.entry(Op.getReg()).Bits);
  return Bits;
}

unsigned Builder::clockPercent(llvm::ArrayRef<CodeInstr> Code) {
  if (!C->Clock.Bits)
    return 0;
  const bool Lowers = llvm::any_of(Code, [&](const CodeInstr &I) {
    info(I.Inst.getOpcode()); // accessSize wants that to be known
    // A narrowing conversion may have its wide operand in memory.
    return std::max(widestRegister(I.Inst), 8 * accessSize(I.Inst)) >=
               C->Clock.Bits &&
           Corrections.lowersClock(T.MII.getName(I.Inst.getOpcode()));
  });
  return Lowers ? C->Clock.Percent : 100;
}

/// Bits of the narrowest vector register.
static constexpr unsigned VectorBits = 128;

/// Cpu::WideVectorsBlock.
void Builder::blockWideVectors(llvm::ArrayRef<CodeInstr> Code,
                               Kernel &K) const {
  if (!C->WideVectorsBlock || llvm::none_of(Code, [&](const CodeInstr &I) {
        return widestRegister(I.Inst) >= C->WideVectorBits;
      }))
    return;
  for (auto [From, To] : llvm::zip_equal(Code, K.Instrs)) {
    if (widestRegister(From.Inst) < VectorBits)
      continue;
    for (std::vector<Uop> *Uops : {&To.Uops, &To.Executed})
      for (Uop &U : *Uops)
        for (ResourceUse &Use : U.Uses)
          if (ResourceMask Others = Use.Resources & ~C->WideVectorsBlock)
            Use.Resources = Others;
  }
}

/// KernelInstr::Results, unless the description says otherwise.
unsigned Builder::results(const MCInst &I, const OpcodeInfo &Info,
                          const KernelInstr &Built) const {
  unsigned Pieces = 0;
  const auto Add = [&](llvm::MCRegister R) {
    const RegisterMap::Entry &E = Registers.entry(R);
    if (!E.Groups.empty())
      Pieces +=
          llvm::divideCeil(std::max<unsigned>(1, E.Bits), C->Fetch.ResultBits);
  };
  for (auto [Index, Op] : llvm::enumerate(I))
    if (Op.isReg() && Op.getReg() &&
        Info.Operands.role(Index) == OperandRole::Result)
      Add(Op.getReg());
  // Flags have names of their own.
  for (MCPhysReg R : T.MII.get(I.getOpcode()).implicit_defs())
    if (Registers.isGeneral(R))
      Add(R);
  if (!Pieces)
    return 0;
  // What µops hand to each other has a name too.
  const auto Making = llvm::count_if(Built.Uops, [](const Uop &U) {
    return U.Kind == UopKind::Compute || U.Kind == UopKind::Load;
  });
  return std::max<unsigned>(Pieces, Making);
}

/// An error about \p I, for the reason \p Why.
Error Builder::notModelled(size_t Index, const MCInst &I, KernelInstr &To,
                           StringRef Why) {
  describe(I, InstrText::Mnemonics, To);
  return llvm::make_error<NotModelled>(Index, To.Mnemonic, Why.str());
}

/// Fills the instructions one by one.
Error Builder::fill(llvm::ArrayRef<CodeInstr> Code, InstrText Text,
                    KernelAssembler &Assembler, ValueProgram &Values,
                    Kernel &K) {
  for (auto [Index, From] : llvm::enumerate(Code)) {
    KernelInstr &To = K.Instrs[Index];
    describe(From.Inst, Text, To);
    const OpcodeInfo &Info = info(From.Inst.getOpcode());
    // A call or a return that is taken has its target behind it.
    if (const char *Why =
            Info.Refused || From.Taken ? Info.Refused : Info.RefusedAsEnd)
      return notModelled(Index, From.Inst, To, Why);
    const InstrTemplate &Template =
        lookup(From.Inst, Info, shape(From.Inst, Info));
    if (!Template.NotModelled.empty())
      return notModelled(Index, From.Inst, To, Template.NotModelled);
    To.Offset = From.Offset;
    To.Size = From.Size;
    To.Taken = From.Taken;
    Assembler.fill(Template, From.Inst, To);
    decode(From, Info, To.Decode);
    if (C->Fetch.Results || C->Schedule.ResultPorts)
      To.Results = Template.Results.value_or(results(From.Inst, Info, To));
    followStack(From.Inst, Info, To);
    bool Accesses =
        llvm::is_contained(Info.Operands.Roles, OperandRole::Address);
    Values.add(From, Info, Accesses ? accessSize(From.Inst) : 0, To);
    if (Template.RenamedStore)
      for (MemoryAccess &A : To.Accesses)
        A.Renamed = true;
    if (To.RepeatCycles)
      To.RepeatId = From.Inst.getOpcode();
  }
  if (!Code.empty())
    Values.finish(Code.back().Offset + Code.back().Size - Code.front().Offset);
  return Error::success();
}

/// Finds dependences through memory, and how people write the addresses that
/// they are about.
void Builder::findMemory(llvm::ArrayRef<CodeInstr> Code,
                         const ValueProgram &Values,
                         const MemoryOptions &Memory, InstrText Text,
                         Kernel &K) {
  auto InfoOf = [&](unsigned Opcode) -> const OpcodeInfo & {
    return info(Opcode);
  };
  auto Trace = [&](uint32_t Iterations, uint64_t Seed) {
    if (C->Memory.AddressesByParts)
      return partAddresses(Ctx, Code, Values.sites(), InfoOf, Iterations, Seed);
    return Values.run(Iterations, Seed);
  };
  findMemoryDependences(K, Values.sites(), Trace, *C, Memory);
  keepNames(Code, K);
  if (Text == InstrText::None)
    return;
  for (const MemoryDependence &D : K.MemoryDependences)
    for (uint32_t I : {D.Store, D.Load})
      describeAddresses(Code[I], info(Code[I].Inst.getOpcode()), T, Registers,
                        K.Instrs[I]);
}

/// Whether it makes a difference where \p Code accesses memory: without stores
/// it does so for lines alone (findMemoryDependences).
bool Builder::addressesMatter(llvm::ArrayRef<CodeInstr> Code) {
  return C->Memory.LineBytes || llvm::any_of(Code, [&](const CodeInstr &I) {
           const unsigned Opcode = I.Inst.getOpcode();
           return T.MII.get(Opcode).mayStore() ||
                  stackChange(info(Opcode).Value) < 0;
         });
}

Expected<Kernel> Builder::build(llvm::ArrayRef<CodeInstr> Code, Notion N,
                                InstrText Text, const MemoryOptions &Memory) {
  Kernel K;
  llvm::BitVector Dirty(Registers.numGroups());
  std::optional<ValueProgram> Values;
  const bool SitesOnly = !addressesMatter(Code);
  // A high byte that is newer at the end is so at the start of the next
  // iteration; once around settles it.
  for (bool Settled = false; !Settled;) {
    K = Kernel();
    K.Repeats = N;
    K.Instrs.resize(Code.size());
    KernelAssembler Assembler(Ctx, K, Dirty, Text != InstrText::None);
    Values.emplace(Ctx, N, SitesOnly);
    if (Error E = fill(Code, Text, Assembler, *Values, K))
      return std::move(E);
    Settled = Assembler.dirty() == Dirty;
    Dirty = Assembler.dirty();
  }
  shortenChainedLoads(Code, K);
  delayByDomains(Code, K);
  blockWideVectors(Code, K);
  findMemory(Code, *Values, Memory, Text, K);
  if (Memory.Facts && Memory.Facts->TripCount) {
    const auto IsTooFar = [&](const auto &D) {
      return D.Distance >= *Memory.Facts->TripCount;
    };
    llvm::erase_if(K.MemoryDependences, IsTooFar);
    llvm::erase_if(K.PossibleDependences, IsTooFar);
    llvm::erase_if(K.MemoryOrders, IsTooFar);
  }
  fusePairs(Code, K);
  limitBranches(K);
  return K;
}

KernelBuilder::~KernelBuilder() = default;

Expected<std::unique_ptr<KernelBuilder>>
KernelBuilder::create(TargetRef T, std::shared_ptr<const Cpu> C) {
  Expected<SchedModel> Model = baseModel(T.STI, *C);
  if (!Model)
    return Model.takeError();
  Expected<std::vector<ResourceMask>> Units = mapUnits(*Model, *C);
  if (!Units)
    return Units.takeError();
  Expected<RegisterMap> Registers = RegisterMap::create(T.MRI, *C);
  if (!Registers)
    return Registers.takeError();
  if (C->Generic) {
    auto Completed = std::make_shared<Cpu>(*C);
    findMemoryPorts(*Model, T.MII, *Units, *Completed);
    C = std::move(Completed);
  }
  return std::make_unique<Builder>(T, std::move(C), std::move(*Model),
                                   std::move(*Registers), std::move(*Units));
}
