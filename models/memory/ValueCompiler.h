//===- ValueCompiler.h - From instructions to operations --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles one instruction after the other by the rules under `values` in the
/// machine description (ValueRule).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUECOMPILER_H
#define TAKT_MODELS_MEMORY_VALUECOMPILER_H

#include "../KernelBuilderImpl.h"
#include "AddressTrace.h"
#include "ValueSlots.h"

namespace takt {

class ValueCompiler {
public:
  /// ValueProgram's.
  ValueCompiler(const BuilderContext &Ctx, Notion Repeats,
                bool SitesOnly = false)
      : Ctx(Ctx), Repeats(Repeats), SitesOnly(SitesOnly), Slots(Ctx.Registers),
        LastWriter(Ctx.Registers.numGroups(), NoWriter) {}

  /// ValueProgram::add.
  void add(const CodeInstr &Code, const OpcodeInfo &Info, unsigned Size,
           KernelInstr &To);
  /// ValueProgram::finish.
  void finish(uint64_t Bytes);

  const ValueCode &code() { return Slots.code(); }
  /// Where the value of \p R is; of vectors its lowest 64 bits.
  SlotId slotOf(llvm::MCRegister R) { return Slots.registerSlot(R); }

  std::vector<AccessSite> Sites;
  unsigned Unsupported = 0;

private:
  using Sources = llvm::SmallVector<ValueSource, 4>;

  /// Registers and parts of memory that an instruction writes.
  struct Result {
    llvm::MCRegister Register; ///< none: memory
    unsigned Offset = 0, Bytes = 0;
  };

  /// The instruction being compiled.
  struct Instr {
    Instr(const CodeInstr &Code, const OpcodeInfo &Info,
          const llvm::MCInstrDesc &Desc, unsigned Size, KernelInstr &To)
        : Code(Code), I(Code.Inst), Info(Info), O(Info.Operands),
          Rule(Info.Value), Desc(Desc), Size(Size), To(To) {}
    ValueRule::EffectKind effect() const {
      return Rule ? Rule->Effect : ValueRule::Opaque;
    }
    bool changesStack() const { return stackChange(Rule) != 0; }

    const CodeInstr &Code;
    const llvm::MCInst &I;
    const OpcodeInfo &Info;
    const OpcodeOperands &O;
    const ValueRule *Rule;
    const llvm::MCInstrDesc &Desc;
    unsigned Size; ///< of the memory operand, in bytes; 0: not known
    KernelInstr &To;
    bool Loads = false, Stores = false; ///< the memory operand
    /// The address of the memory operand, and what write-back leaves in its
    /// base register.
    std::optional<SlotId> Address, WrittenBack;
    llvm::SmallVector<Result, 2> Results;
    Sources From;
    /// The size of the first result, and of its parts in memory in bytes.
    unsigned Bits = 0, PartBytes = 0;
    /// The first result is where it belongs.
    bool Placed = false;
  };

  // ValueAddresses.cpp
  ValueSource expression(const llvm::MCExpr *E, bool LowPart);
  ValueSource operand(const llvm::MCOperand &Op);
  SlotId codeAt(uint64_t Offset);
  bool isLinkedImmediate(const Instr &In) const;
  std::optional<SlotId> linked(const Instr &In, unsigned Behind = 0);
  SlotId lowPart(SlotId Address);
  std::optional<SlotId> markedAddress(const Instr &In);
  void findAddress(Instr &In);
  void describedAddress(Instr &In, unsigned First);
  SlotId indexOf(const Instr &In, unsigned First);
  SlotId offsetOf(const Instr &In, const llvm::MCOperand &Op, unsigned Scale);
  ValueSource literalAddress(const Instr &In, const llvm::MCOperand &Op,
                             bool Page);
  int8_t addAccess(std::optional<SlotId> Address, unsigned Size, bool Loads,
                   bool Stores, KernelInstr &To);
  void access(Instr &In, std::optional<SlotId> Stack);

  // ValueOperands.cpp
  void findResults(Instr &In);
  void findMemory(Instr &In);
  void findSources(Instr &In);
  void findExplicitSources(Instr &In);
  void addMemory(Instr &In);
  ValueSource loaded(std::optional<SlotId> Address, unsigned Bytes,
                     std::optional<SlotId> Into = std::nullopt);
  ValueSource combined(const Instr &In, const llvm::MCOperand &First,
                       const llvm::MCOperand &Second);
  ValueSource shifted(const Instr &In, SlotId V, ValueRule::EffectKind How,
                      bool Signed, unsigned By);
  void write(Instr &In, llvm::ArrayRef<ValueSource> Values);
  void store(SlotId Address, unsigned Bytes, ValueSource V);
  void writeBottom(Instr &In);

  // ValueCompiler.cpp
  bool compute(Instr &In, Sources &To);
  bool computeFunction(Instr &In, Sources &To);
  bool computePair(Instr &In, Sources &To);
  bool computeBits(Instr &In, Sources &To);
  bool computeConditional(Instr &In, Sources &To);
  bool copy(Instr &In, Sources &To);
  SlotId conditionBit(const Instr &In, unsigned Code);
  ValueSource call(const Instr &In, ValueFunction F,
                   llvm::ArrayRef<ValueSource> From, SlotId Into);
  SlotId place(Instr &In);
  std::optional<SlotId> stackAddress(Instr &In);
  void follow(Instr &In);
  void count(const Instr &In);

  const BuilderContext &Ctx;
  Notion Repeats;
  const bool SitesOnly;
  ValueSlots Slots;
  /// Which instruction wrote a group of registers last.
  static constexpr uint32_t NoWriter = ~uint32_t(0);
  std::vector<uint32_t> LastWriter;
  /// Operations of conditions that an earlier iteration made, by the register.
  llvm::SmallVector<std::pair<size_t, uint16_t>, 4> EarlierConditions;
  uint32_t NumInstrs = 0;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUECOMPILER_H
