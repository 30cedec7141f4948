//===- CorrectionIndex.h - Corrections by opcode ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which corrections and macro-fusions of a CPU's file concern an opcode.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CORRECTIONINDEX_H
#define TAKT_MODELS_CORRECTIONINDEX_H

#include "OpcodePatterns.h"
#include "takt/models/Cpu.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace takt {

/// The form of one instruction, as FormCondition asks for it.
struct InstrForm {
  bool Loads = false, Stores = false, Indexed = false, TwoRegisters = false,
       ThreeParts = false, Scaled = false, PcRelative = false,
       SameRegister = false, ZeroSource = false, Tied = false,
       Immediate = false, ZeroImmediate = false, ShortConstant = false;
  /// Index into Cpu::ConditionNames, or -1.
  int Condition = -1;
  /// MCInst::getFlags().
  unsigned Prefixes = 0;
  /// FormCondition::HighByte.
  bool HighByte = false;
  /// Bit i: the i-th correction of the opcode that has FormCondition::Registers
  /// finds one of them.
  uint64_t Registers = 0;
  /// No index, and a displacement within Cpu::ChainedLoadReach.
  bool ShortAddress = false;
};

/// What the corrections that concern an instruction say together; the last one
/// that sets a field wins. Pointers into the Cpu.
struct Effective {
  const std::vector<UopSpec> *Uops = nullptr;
  std::optional<unsigned> FusedUops, Latency, LoadLatency, AccumulateLatency,
      ForwardLatency, FlagsLatency, FlagsTogether;
  bool Eliminated = false, BreaksDependence = false, Unlaminated = false,
       ReadsDestination = false, RenamedStore = false, KeepsRegisters = false;
  /// Later ones overrule earlier ones.
  llvm::SmallVector<const RegisterLatency *, 2> Latencies;
  llvm::SmallVector<const OperandAdvance *, 2> Advances;
  const std::vector<std::string> *FlagsRead = nullptr, *FlagsWritten = nullptr;
  std::optional<unsigned> Results, QueuedUops, MicrocodeUops, SimpleDecoders,
      RepeatCycles;
  std::optional<bool> ComplexDecoder;
  std::optional<Ordering> Order;
  std::optional<SharedOperand> Shared;
  const std::string *NotModelled = nullptr;
};

/// The corrections and macro-fusions of one CPU. Not thread-safe.
class CorrectionIndex {
public:
  explicit CorrectionIndex(const Cpu &C);

  /// The corrections whose pattern matches \p Opcode, in the order of the file.
  llvm::SmallVector<const Correction *, 4> find(llvm::StringRef Opcode) const;

  /// Where \p Opcode has its condition code; null if nowhere.
  const ConditionOperand *conditionOperand(llvm::StringRef Opcode) const;

  /// What \p Opcode does to values; null if nothing is known.
  const ValueRule *valueRule(llvm::StringRef Opcode) const;

  /// \p Opcode is a plain load for Cpu::ChainedLoadGain.
  bool isChainedLoad(llvm::StringRef Opcode) const;
  bool isRenamedLoad(llvm::StringRef Opcode) const;
  /// \p Opcode is one of Cpu::Clock.
  bool lowersClock(llvm::StringRef Opcode) const;
  /// The index of its domain, or Domain::None.
  unsigned domain(llvm::StringRef Opcode) const;

  /// The macro-fusions whose first (second) pattern matches, as indices.
  llvm::SmallVector<uint16_t, 2> fusionsFirst(llvm::StringRef Opcode) const;
  llvm::SmallVector<uint16_t, 2> fusionsSecond(llvm::StringRef Opcode) const;

private:
  /// The patterns that match \p Opcode; kept for the next question, which is
  /// about the same one.
  const PatternIds &patterns(llvm::StringRef Opcode) const;

  const Cpu &C;
  /// Numbers of corrections by pattern, and where each pattern's start.
  std::vector<uint32_t> ByPattern, Starts;
  mutable std::string LastOpcode;
  mutable PatternIds LastPatterns;
};

/// Merges those of \p Corrections whose form holds.
Effective effective(const Cpu &C,
                    llvm::ArrayRef<const Correction *> Corrections,
                    const InstrForm &Form);

} // namespace takt

#endif // TAKT_MODELS_CORRECTIONINDEX_H
