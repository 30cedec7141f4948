//===- KernelBuilderImpl.h - The kernel builder inside ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNELBUILDERIMPL_H
#define TAKT_MODELS_KERNELBUILDERIMPL_H

#include "AccessSizes.h"
#include "CorrectionIndex.h"
#include "InstrTemplate.h"
#include "KernelAssembler.h"
#include "takt/models/KernelBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace takt {

/// What is the same for all instructions of an opcode.
struct OpcodeInfo {
  OpcodeOperands Operands;
  llvm::SmallVector<const Correction *, 4> Corrections;
  const ConditionOperand *Condition = nullptr;
  const ValueRule *Value = nullptr;
  /// FormCondition::Registers of Corrections, where not empty: the index of the
  /// correction and a register.
  llvm::SmallVector<std::pair<unsigned, llvm::MCRegister>, 1> Asked;
  /// Indices into Cpu::MacroFusions.
  llvm::SmallVector<uint16_t, 2> FusesFirst, FusesSecond;
  /// Bytes of the memory operand, once asked for.
  std::optional<unsigned> AccessSize;
  /// CorrectionIndex::isChainedLoad.
  bool ChainedLoad = false;
  /// CorrectionIndex::isRenamedLoad.
  bool RenamedLoad = false;
  /// CorrectionIndex::domain.
  uint8_t ResultDomain = Domain::None;
  /// Why it is never modelled; null: it may be.
  const char *Refused = nullptr;
  /// Why it is not modelled where the code of its target does not follow.
  const char *RefusedAsEnd = nullptr;
};

/// KernelInstr::StackChange of an instruction with \p Rule, which may be null.
inline int16_t stackChange(const ValueRule *Rule) {
  if (!Rule)
    return 0;
  const auto Bytes = static_cast<int16_t>(Rule->Bytes);
  return Rule->Effect == ValueRule::Push  ? -Bytes
         : Rule->Effect == ValueRule::Pop ? Bytes
                                          : 0;
}

class ValueProgram;

class Builder final : public KernelBuilder {
public:
  Builder(TargetRef T, std::shared_ptr<const Cpu> C, SchedModel M,
          RegisterMap R, std::vector<ResourceMask> UnitResources)
      : T(T), C(std::move(C)), Model(std::move(M)), Registers(std::move(R)),
        UnitResources(std::move(UnitResources)), Corrections(*this->C),
        Sizes(T), Ctx{*this->C,           Model, T.STI, T.MII, T.MRI, Registers,
                      this->UnitResources} {}

  llvm::Expected<Kernel> build(llvm::ArrayRef<CodeInstr> Code, Notion N,
                               InstrText Text,
                               const MemoryOptions &Memory) override;
  unsigned clockPercent(llvm::ArrayRef<CodeInstr> Code) override;
  const Cpu &cpu() const override { return *C; }

private:
  const OpcodeInfo &info(unsigned Opcode);
  unsigned accessSize(const llvm::MCInst &I);
  int condition(const llvm::MCInst &I, const OpcodeInfo &Info) const;
  uint64_t independent(const llvm::MCInst &I) const;
  uint64_t askedRegisters(const llvm::MCInst &I, const OpcodeInfo &Info) const;
  InstrShape shape(const llvm::MCInst &I, const OpcodeInfo &Info) const;
  const InstrTemplate &lookup(const llvm::MCInst &I, const OpcodeInfo &Info,
                              const InstrShape &Shape);
  void describe(const llvm::MCInst &I, InstrText Text, KernelInstr &To);
  llvm::Error notModelled(size_t Index, const llvm::MCInst &I, KernelInstr &To,
                          llvm::StringRef Why);
  bool takesStackOffset(const llvm::MCInst &I, const OpcodeInfo &Info,
                        unsigned Index) const;
  void followStack(const llvm::MCInst &I, const OpcodeInfo &Info,
                   KernelInstr &To) const;
  void decode(const CodeInstr &I, const OpcodeInfo &Info, Decoding &D) const;
  unsigned results(const llvm::MCInst &I, const OpcodeInfo &Info,
                   const KernelInstr &Built) const;
  bool allowsOperands(const MacroFusion &F, const llvm::MCInst &First,
                      const OpcodeInfo &FI) const;
  bool fuses(const MacroFusion &F, const llvm::MCInst &First,
             const OpcodeInfo &FI, const llvm::MCInst &Second,
             const OpcodeInfo &SI) const;
  bool renamesRegister(const llvm::MCInst &I, const KernelInstr &To) const;
  void shortenChainedLoads(llvm::ArrayRef<CodeInstr> Code, Kernel &K) const;
  void delayByDomains(llvm::ArrayRef<CodeInstr> Code, Kernel &K);
  unsigned widestRegister(const llvm::MCInst &I) const;
  void blockWideVectors(llvm::ArrayRef<CodeInstr> Code, Kernel &K) const;
  llvm::Error fill(llvm::ArrayRef<CodeInstr> Code, InstrText Text,
                   KernelAssembler &Assembler, ValueProgram &Values, Kernel &K);
  bool addressesMatter(llvm::ArrayRef<CodeInstr> Code);
  void findMemory(llvm::ArrayRef<CodeInstr> Code, const ValueProgram &Values,
                  const MemoryOptions &Memory, InstrText Text, Kernel &K);
  bool writesAddress(llvm::ArrayRef<CodeInstr> Code, const Kernel &K,
                     const MemoryDependence &D, llvm::MCRegister R);
  llvm::SmallVector<llvm::MCRegister, 2>
  addressRegisters(const llvm::MCInst &I);
  bool spellsSame(llvm::ArrayRef<CodeInstr> Code, const Kernel &K,
                  const MemoryDependence &D);
  bool knowsName(llvm::ArrayRef<CodeInstr> Code, const Kernel &K,
                 const MemoryDependence &D);
  void keepNames(llvm::ArrayRef<CodeInstr> Code, Kernel &K);
  void fusePairs(llvm::ArrayRef<CodeInstr> Code, Kernel &K);
  void limitBranches(Kernel &K) const;

  TargetRef T;
  std::shared_ptr<const Cpu> C;
  SchedModel Model;
  RegisterMap Registers;
  std::vector<ResourceMask> UnitResources;
  CorrectionIndex Corrections;
  AccessSizes Sizes;
  BuilderContext Ctx;

  llvm::DenseMap<unsigned, std::unique_ptr<OpcodeInfo>> Opcodes;
  /// Templates by opcode, scheduling class and form; independent operands; and
  /// registers that corrections ask for.
  llvm::DenseMap<std::tuple<uint64_t, uint64_t, uint64_t>,
                 std::unique_ptr<InstrTemplate>>
      Templates;
};

} // namespace takt

#endif // TAKT_MODELS_KERNELBUILDERIMPL_H
