//===- KernelBuilder.cpp - From MCInsts to a kernel -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/KernelBuilder.h"
#include "CorrectionIndex.h"
#include "InstrTemplate.h"
#include "KernelAssembler.h"
#include "ModelMap.h"
#include "X86Encoding.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace takt;
using llvm::Error;
using llvm::Expected;
using llvm::MCInst;
using llvm::MCInstrDesc;
using llvm::StringRef;

char NotModelled::ID = 0;

void NotModelled::log(llvm::raw_ostream &OS) const {
  OS << "instruction " << Index << " (" << Instr << "): " << Reason;
}

std::error_code NotModelled::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

namespace {

/// What is the same for all instructions of an opcode.
struct OpcodeInfo {
  OpcodeOperands Operands;
  llvm::SmallVector<const Correction *, 4> Corrections;
  const ConditionOperand *Condition = nullptr;
  /// Indices into Cpu::MacroFusions.
  llvm::SmallVector<uint16_t, 2> FusesFirst, FusesSecond;
  /// Why it is never modelled; null: it may be.
  const char *Refused = nullptr;
};

class Builder : public KernelBuilder {
public:
  Builder(TargetRef T, std::shared_ptr<const Cpu> C, SchedModel M,
          RegisterMap R, std::vector<ResourceMask> UnitResources)
      : T(T), C(std::move(C)), Model(std::move(M)), Registers(std::move(R)),
        UnitResources(std::move(UnitResources)), Corrections(*this->C),
        Ctx{*this->C,           Model, T.STI, T.MII, T.MRI, Registers,
            this->UnitResources} {}

  Expected<Kernel> build(llvm::ArrayRef<CodeInstr> Code, Notion N,
                         bool WithText) override;
  const Cpu &cpu() const override { return *C; }

private:
  const OpcodeInfo &info(unsigned Opcode);
  int condition(const MCInst &I, const OpcodeInfo &Info) const;
  uint64_t independent(const MCInst &I) const;
  InstrShape shape(const MCInst &I, const OpcodeInfo &Info) const;
  const InstrTemplate &lookup(const MCInst &I, const OpcodeInfo &Info,
                              const InstrShape &Shape);
  void describe(const MCInst &I, bool WithText, KernelInstr &To);
  void decode(const CodeInstr &I, const OpcodeInfo &Info, Decoding &D) const;
  bool allowsOperands(const MacroFusion &F, const MCInst &First,
                      const OpcodeInfo &FI) const;
  bool fuses(const MacroFusion &F, const MCInst &First, const OpcodeInfo &FI,
             const MCInst &Second, const OpcodeInfo &SI) const;
  void fusePairs(llvm::ArrayRef<CodeInstr> Code, Kernel &K);

  TargetRef T;
  std::shared_ptr<const Cpu> C;
  SchedModel Model;
  RegisterMap Registers;
  std::vector<ResourceMask> UnitResources;
  CorrectionIndex Corrections;
  BuilderContext Ctx;

  llvm::DenseMap<unsigned, std::unique_ptr<OpcodeInfo>> Opcodes;
  /// Templates by opcode, scheduling class and form, and independent operands.
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, std::unique_ptr<InstrTemplate>>
      Templates;
};

} // namespace

/// Why LLVM's description alone rules \p Desc out; null if it does not.
static const char *refusal(const MCInstrDesc &Desc) {
  if (Desc.isCall())
    return "call";
  if (Desc.isReturn())
    return "return";
  if (Desc.isPseudo())
    return "pseudo instruction";
  if (Desc.isVariadic())
    return "variable number of operands";
  return nullptr;
}

const OpcodeInfo &Builder::info(unsigned Opcode) {
  std::unique_ptr<OpcodeInfo> &Slot = Opcodes[Opcode];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<OpcodeInfo>();
  const MCInstrDesc &Desc = T.MII.get(Opcode);
  StringRef Name = T.MII.getName(Opcode);
  Slot->Refused = refusal(Desc);
  Slot->Operands = operandRoles(Desc, T.MRI, Registers);
  Slot->Corrections = Corrections.find(Name);
  Slot->Condition = Corrections.conditionOperand(Name);
  Slot->FusesFirst = Corrections.fusionsFirst(Name);
  Slot->FusesSecond = Corrections.fusionsSecond(Name);
  return *Slot;
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

InstrShape Builder::shape(const MCInst &I, const OpcodeInfo &Info) const {
  const MCInstrDesc &Desc = T.MII.get(I.getOpcode());
  InstrShape S;
  S.Opcode = I.getOpcode();
  S.Class = Model.classOf(I, T.MII);
  S.Form.Loads = Desc.mayLoad();
  S.Form.Stores = Desc.mayStore();
  S.Form.Indexed = isIndexed(I, Info.Operands);
  S.Form.ThreeParts = isThreeParts(I, Info.Operands);
  S.Form.SameRegister = isSameRegister(I, Info.Operands, Registers);
  S.Form.Tied = Info.Operands.Tied;
  S.Form.Immediate = hasImmediate(I, Info.Operands);
  S.Form.Condition = condition(I, Info);
  S.Form.Scaled = isScaled(I, Info.Operands);
  S.Form.PcRelative = isPcRelative(I, Info.Operands, Registers);
  S.Form.ZeroSource = hasZeroSource(I, Info.Operands, Registers);
  S.Form.Prefixes = I.getFlags();
  S.Form.ShortAddress = C->ChainedLoadGain &&
                        isShortAddress(I, Info.Operands, C->ChainedLoadReach);
  S.Independent = independent(I);
  return S;
}

const InstrTemplate &Builder::lookup(const MCInst &I, const OpcodeInfo &Info,
                                     const InstrShape &S) {
  // What follows from the opcode alone (loads, stores, tied) needs no bits.
  uint64_t Class =
      S.Class ? S.Class - Model.model().SchedClassTable : UINT16_MAX;
  uint64_t Key = uint64_t(S.Form.Prefixes & UINT16_MAX) << 48 |
                 uint64_t(S.Opcode) << 32 | Class << 16;
  uint64_t Bits = S.Form.Condition + 1;
  for (bool Bit : {S.Form.ThreeParts, S.Form.ShortAddress, S.Form.Indexed,
                   S.Form.Scaled, S.Form.PcRelative, S.Form.SameRegister,
                   S.Form.ZeroSource, S.Form.Immediate})
    Bits = Bits << 1 | Bit;
  assert(Bits <= UINT16_MAX && "no room for the form");
  Key |= Bits;
  std::unique_ptr<InstrTemplate> &Slot = Templates[{Key, S.Independent}];
  if (!Slot) {
    InstrForm Plain = S.Form;
    Plain.Indexed = false;
    Slot = std::make_unique<InstrTemplate>(makeTemplate(
        Ctx, S, Info.Operands, effective(*C, Info.Corrections, S.Form),
        effective(*C, Info.Corrections, Plain)));
  }
  return *Slot;
}

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

/// Mnemonic and text of \p I.
void Builder::describe(const MCInst &I, bool WithText, KernelInstr &To) {
  if (!T.Printer) {
    To.Mnemonic = T.MII.getName(I.getOpcode()).lower();
    return;
  }
  // The whole text rather than getMnemonic, which knows neither condition codes
  // (jne) nor aliases (cmp for subs).
  llvm::SmallString<64> Text;
  llvm::raw_svector_ostream OS(Text);
  T.Printer->printInst(&I, /*Address=*/0, /*Annot=*/"", T.STI, OS);
  StringRef Trimmed = StringRef(Text).trim();
  To.Mnemonic =
      Trimmed.take_until([](char Ch) { return Ch == ' ' || Ch == '\t'; }).str();
  if (WithText) {
    To.Text = Trimmed.str();
    std::replace(To.Text.begin(), To.Text.end(), '\t', ' ');
  }
}

Expected<Kernel> Builder::build(llvm::ArrayRef<CodeInstr> Code, Notion N,
                                bool WithText) {
  Kernel K;
  K.Repeats = N;
  K.Instrs.resize(Code.size());
  KernelAssembler Assembler(Ctx, K);
  for (auto [Index, From] : llvm::enumerate(Code)) {
    KernelInstr &To = K.Instrs[Index];
    describe(From.Inst, WithText, To);
    const OpcodeInfo &Info = info(From.Inst.getOpcode());
    if (Info.Refused)
      return llvm::make_error<NotModelled>(Index, To.Mnemonic, Info.Refused);
    const InstrTemplate &Template =
        lookup(From.Inst, Info, shape(From.Inst, Info));
    if (!Template.NotModelled.empty())
      return llvm::make_error<NotModelled>(Index, To.Mnemonic,
                                           Template.NotModelled);
    To.Offset = From.Offset;
    To.Size = From.Size;
    To.Taken = From.Taken;
    Assembler.fill(Template, From.Inst, To);
    decode(From, Info, To.Decode);
  }
  fusePairs(Code, K);
  return K;
}

/// What depends on the encoding and on the operands.
void Builder::decode(const CodeInstr &I, const OpcodeInfo &Info,
                     Decoding &D) const {
  D.MacroFusible = C->FusesPairs && llvm::any_of(Info.FusesFirst, [&](auto F) {
                     return allowsOperands(C->MacroFusions[F], I.Inst, Info);
                   });
  if (I.Bytes.empty() || !T.STI.getTargetTriple().isX86())
    return;
  X86Encoding E = readX86Encoding(I.Bytes);
  D.OpcodeOffset = E.OpcodeOffset;
  D.LengthChangingPrefix = E.LengthChangingPrefix;
  D.ExtraCacheSlot = needsExtraCacheSlot(E, I.Inst, Info.Operands);
}

bool Builder::allowsOperands(const MacroFusion &F, const MCInst &First,
                             const OpcodeInfo &FI) const {
  const MCInstrDesc &Desc = T.MII.get(First.getOpcode());
  if (!Desc.mayLoad() && !Desc.mayStore())
    return true;
  return F.AllowMemory &&
         (F.AllowMemoryImmediate || !hasImmediate(First, FI.Operands));
}

bool Builder::fuses(const MacroFusion &F, const MCInst &First,
                    const OpcodeInfo &FI, const MCInst &Second,
                    const OpcodeInfo &SI) const {
  if (!allowsOperands(F, First, FI))
    return false;
  if (F.Conditions.empty())
    return true;
  int Code = condition(Second, SI);
  return Code >= 0 && llvm::is_contained(F.Conditions, C->ConditionNames[Code]);
}

/// Macro-fusion: the first instruction's last operation becomes the branch.
void Builder::fusePairs(llvm::ArrayRef<CodeInstr> Code, Kernel &K) {
  if (!C->FusesPairs)
    return;
  for (size_t I = 1; I < Code.size(); ++I) {
    if (K.Instrs[I - 1].MacroFused)
      continue;
    const OpcodeInfo &FI = info(Code[I - 1].Inst.getOpcode());
    const OpcodeInfo &SI = info(Code[I].Inst.getOpcode());
    auto Fuses = [&](uint16_t Index) {
      return llvm::is_contained(SI.FusesSecond, Index) &&
             fuses(C->MacroFusions[Index], Code[I - 1].Inst, FI, Code[I].Inst,
                   SI);
    };
    if (llvm::any_of(FI.FusesFirst, Fuses))
      fusePair(K.Instrs[I - 1], K.Instrs[I]);
  }
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

Error takt::checkCpu(const TargetRef &T, const Cpu &C) {
  Expected<std::unique_ptr<KernelBuilder>> B =
      KernelBuilder::create(T, std::make_shared<Cpu>(C));
  if (!B)
    return B.takeError();
  std::vector<StringRef> Names;
  for (unsigned Opcode = 0; Opcode < T.MII.getNumOpcodes(); ++Opcode)
    Names.push_back(T.MII.getName(Opcode));
  return CorrectionIndex(C).checkAllMatch(Names);
}
