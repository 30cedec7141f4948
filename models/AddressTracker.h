//===- AddressTracker.h - Which addresses a kernel accesses -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the values of registers through a kernel as sums of unknowns, so
/// that accesses to the same bytes are found (after uiCA's abstract values,
/// with offsets and displacements added up, and sums of registers):
///
///     lea rcx, [rax + 8*rbx]    rcx = A + 8 B
///     mov [rcx + 16], rdx       stores to A + 8 B + 16
///     add rbx, 1                rbx = B + 1
///     mov rdx, [rax + 8*rbx]    loads from A + 8 B + 8
///
/// A and B are what rax and rbx hold when the iteration starts. A register that
/// the body only moves by a constant gives its unknown a step per iteration:
/// here A has 0, B has 1, so the load reads what was stored an iteration ago.
/// What an instruction does to values is told by the CPU's file
/// (Cpu::ValueRules); all other results are new unknowns.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_ADDRESSTRACKER_H
#define TAKT_MODELS_ADDRESSTRACKER_H

#include "KernelBuilderImpl.h"
#include "llvm/ADT/DenseMap.h"

namespace takt {

/// A sum of unknowns with factors, and a constant.
struct SymbolicValue {
  /// Unknown and factor, by unknown; no factor is 0.
  llvm::SmallVector<std::pair<uint32_t, int64_t>, 2> Terms;
  int64_t Constant = 0;

  /// Adds \p Factor times \p V.
  void add(const SymbolicValue &V, int64_t Factor);
};

/// Follows one iteration.
class AddressTracker {
public:
  AddressTracker(const BuilderContext &Ctx, Notion Repeats)
      : Ctx(Ctx), Repeats(Repeats) {}

  /// Takes the next instruction, whose µops are in \p To, and sets its
  /// accesses, but for their steps. \p Size is that of its memory operand.
  void step(const CodeInstr &Code, const OpcodeInfo &Info, unsigned Size,
            KernelInstr &To);
  /// After the last instruction: sets the steps in \p K.
  void finish(llvm::ArrayRef<CodeInstr> Code, Kernel &K);

private:
  static SymbolicValue just(uint32_t Unknown);
  SymbolicValue unknown();
  SymbolicValue named(const void *Name);
  SymbolicValue entryValue(uint16_t Group);
  SymbolicValue valueOf(llvm::MCRegister R);
  SymbolicValue valueOf(const llvm::MCOperand &Op);
  std::optional<SymbolicValue> address(const CodeInstr &Code,
                                       const OpcodeOperands &O);
  std::optional<SymbolicValue> result(const CodeInstr &Code,
                                      const OpcodeInfo &Info);
  std::optional<SymbolicValue> sum(const CodeInstr &Code,
                                   const OpcodeOperands &O, int64_t Sign);
  void access(const CodeInstr &Code, const OpcodeInfo &Info, unsigned Size,
              KernelInstr &To);
  int8_t addAccess(const std::optional<SymbolicValue> &Address, unsigned Size,
                   KernelInstr &To);
  void set(llvm::MCRegister R, const std::optional<SymbolicValue> &V);
  uint32_t symbolOf(const SymbolicValue &Address);
  std::optional<int64_t> stepOf(uint32_t Unknown,
                                llvm::ArrayRef<CodeInstr> Code) const;

  const BuilderContext &Ctx;
  Notion Repeats;
  /// Values by group of registers; none: not touched yet.
  llvm::DenseMap<uint16_t, SymbolicValue> Values;
  /// The unknowns that registers start with, and what else has a name: symbols
  /// of the program, segments, the code itself.
  llvm::DenseMap<uint16_t, uint32_t> Entries;
  llvm::DenseMap<const void *, uint32_t> Names;
  /// Where an unknown comes from.
  struct Origin {
    enum Kind : uint8_t { New, Entry, Named, Code } K = New;
    uint16_t Group = 0;
  };
  std::vector<Origin> Unknowns;
  /// Sums of unknowns without their constants, by MemoryAccess::Symbol.
  std::vector<SymbolicValue> Symbols;
  llvm::DenseMap<uint64_t, llvm::SmallVector<uint32_t, 1>> SymbolsByHash;
};

/// Finds which loads of \p K read what its stores wrote, from the accesses.
/// \p C gives the reach: what was stored longer ago than the reorder buffer
/// lasts is in the cache.
void findMemoryDependences(Kernel &K, const Cpu &C);

} // namespace takt

#endif // TAKT_MODELS_ADDRESSTRACKER_H
