//===- Correction.h - Facts that overrule LLVM's model ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a machine description says of instructions where LLVM's scheduling
/// model says nothing, or something wrong. docs/cpu-instructions.md describes
/// the format.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CORRECTION_H
#define TAKT_MODELS_CORRECTION_H

#include "takt/models/Kernel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace takt {

/// The number of a regular expression among Cpu::Patterns.
using PatternId = uint16_t;

/// Where something stands in a description, for messages.
struct FilePosition {
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// The form of an instruction that a correction applies to; all set conditions
/// must hold.
struct FormCondition {
  std::optional<bool> Loads;
  std::optional<bool> Stores;
  std::optional<bool> Indexed; ///< memory operand with an index register
  /// The index of an address is multiplied (by 2, 4 or 8; on AArch64 by the
  /// size of the access); the base of an x86 address is the instruction pointer
  /// (lea's address too).
  std::optional<bool> Scaled, PcRelative;
  /// One of at least two register sources is the zero register (AArch64).
  std::optional<bool> ZeroSource;
  /// The address is a sum of base and index registers; of those and a
  /// displacement.
  std::optional<bool> TwoRegisters, ThreeParts;
  /// All source registers are the same, and there are at least two, or one that
  /// equals the destination.
  std::optional<bool> SameRegister;
  /// An explicit register result is also an explicit source by encoding.
  std::optional<bool> Tied;
  /// At least one operand is an immediate (or a symbol), address parts aside.
  std::optional<bool> Immediate;
  /// There is an immediate outside of the address, and all of them are 0.
  std::optional<bool> ZeroImmediate;
  /// All immediates outside of the address, or without one the displacement of
  /// the address, are numbers of at most Renamer::ShortConstants, or less 0.
  std::optional<bool> ShortConstant;
  /// Names out of Cpu::ConditionNames; the instruction has one of them.
  std::vector<std::string> Conditions;
  /// One of the explicit register operands is one of these (or part of it), in
  /// lower case; empty: any. With RegisterIsSource one that is no result.
  std::vector<std::string> Registers;
  bool RegisterIsSource = false;
  /// One of the explicit register operands is ah, bh, ch or dh.
  std::optional<bool> HighByte;
  /// Flags of the MCInst, out of Cpu::Prefixes; at least one is set. 0: any.
  unsigned Prefixes = 0;
};

/// A value that a µop reads or writes, as a correction names it.
struct UopValue {
  enum Kind : uint8_t {
    Operand,  ///< "op2": operand Index of the MCInst
    Tied,     ///< "tied": the old value of the operand that is also a result
    Sources,  ///< "sources": all register operands outside of the address, and
              ///< implicit ones (flags too), that the instruction reads
    Flags,    ///< "flags", "flags.c": Index is a set of Cpu::FlagGroups, with
              ///< "flags" those that the instruction reads or writes
    Register, ///< "rcx": an implicit register; Name
    Result,   ///< "result": all explicit register results; only written
    Memory,   ///< "memory": the loaded value; load µops write it
    Address,  ///< "address": registers of the address; only read
    Store,    ///< "store": what the store-data µop takes
    Temp,     ///< "t0": a value between the µops; Index
  };
  Kind What = Operand;
  unsigned Index = 0;
  std::string Name;
  FilePosition Where;
};

/// A value that a µop makes, Latency cycles after its dispatch.
struct UopResult {
  UopValue Value;
  unsigned Latency = 1;
};

/// A µop as a correction spells it.
struct UopSpec {
  UopKind Kind = UopKind::Compute;
  llvm::SmallVector<ResourceUse, 2> Uses;
  /// The first use is the CPU's ports for this kind of µop.
  bool DefaultPorts = false;
  /// Data flow. As soon as one µop of the list has either of them, all are
  /// taken as they stand: without Reads, a load or store-address µop reads
  /// Address, a store-data µop Store, another one Sources and Memory; without
  /// Writes, a load writes Memory with the load's latency, the others nothing.
  /// A result that no µop writes is written as if none had either.
  std::optional<std::vector<UopValue>> Reads;
  std::optional<std::vector<UopResult>> Writes;
};

/// The latency of one register written by an instruction.
struct RegisterLatency {
  std::string Register; ///< lower-case LLVM register name, as "rsp"
  unsigned Latency = 0; ///< cycles
};

/// A prefix that LLVM keeps as a flag of the MCInst ("lock").
struct InstrPrefix {
  std::string Name;
  unsigned Flag = 0; ///< MCInst::getFlags()
};

/// An operand that may come later than the others. The latency of the
/// instruction counts from the others.
struct OperandAdvance {
  /// "tied" (the operand that is also the destination), "flags", an operand of
  /// the MCInst ("op2"), an implicit register in lower case ("rcx"), "merge"
  /// (the old value that a partial write merges with), or "memory" (the loaded
  /// value: the operation's latency from it is shorter).
  std::string Operand;
  /// Cycles by which it may come later.
  unsigned Cycles = 0;
};

/// Which of three vector operands comes over a shared port of the register file
/// (SharedReads): the one that is also a result, else the last one; the first,
/// or the last, of the others.
enum class SharedOperand : uint8_t { Result, First, Last };

/// A fact about instructions that overrules LLVM's scheduling model. Later
/// corrections of a file overrule earlier ones, field by field; a child's file
/// overrules its parent's.
struct Correction {
  /// Regular expression that the whole LLVM opcode name matches.
  std::string Match;
  PatternId Pattern = 0;
  FormCondition Form;
  std::optional<std::vector<UopSpec>> Uops;
  std::optional<unsigned> FusedUops;
  /// Latency in cycles of the register results, without the load of a memory
  /// operand.
  std::optional<unsigned> Latency;
  /// Load-to-use latency of the instruction's memory operand, in cycles.
  std::optional<unsigned> LoadLatency;
  /// Latency in cycles from the accumulator (the tied source, else the last
  /// one) if an instruction under a correction with this field produced it.
  std::optional<unsigned> AccumulateLatency;
  /// Latency in cycles from each register source that an instruction under a
  /// correction with this field produced.
  std::optional<unsigned> ForwardLatency;
  /// Latency of the flags result where it differs.
  std::optional<unsigned> FlagsLatency;
  /// Cycles by which results come later where the instruction reads flags of
  /// another one under a correction with this field and is issued in the same
  /// cycle.
  std::optional<unsigned> FlagsTogether;
  /// The renamer handles it as a register move: no port, latency 0.
  std::optional<bool> Eliminated;
  /// The result does not depend on the sources (zero idioms).
  std::optional<bool> BreaksDependence;
  /// The implicit registers that LLVM says it writes keep what others read of
  /// them.
  std::optional<bool> KeepsRegisters;
  /// Load and operation, or the two µops of a store, do not share a slot in the
  /// renamer although the CPU micro-fuses (un-lamination). Says nothing where
  /// FusedUops is given.
  std::optional<bool> Unlaminated;
  /// The old value of the destination is an input though the ISA says that it
  /// is overwritten (false dependence of cvtsi2sd, popcnt, ...).
  std::optional<bool> ReadsDestination;
  /// Latencies of single registers, stronger than Latency: the stack pointer of
  /// push and pop, the base register of a post-indexed load.
  std::vector<RegisterLatency> Latencies;
  /// Operands with shorter latency than the others.
  std::vector<OperandAdvance> Advances;
  /// Groups out of Cpu::FlagGroups that are read or written, where it is not
  /// all of them.
  std::optional<std::vector<std::string>> FlagsRead, FlagsWritten;
  /// KernelInstr::Results. By default as many pieces as its result registers
  /// have, and one for each µop at least; none of instructions without.
  std::optional<unsigned> Results;
  /// Decoding::QueuedUops, MicrocodeUops, Complex, SimpleDecoders. By default
  /// QueuedUops is FusedUops before un-lamination, at most 4 of which come from
  /// the decoders and the rest from microcode; an instruction with more than
  /// one is complex.
  std::optional<unsigned> QueuedUops, MicrocodeUops, SimpleDecoders;
  std::optional<bool> ComplexDecoder;
  /// KernelInstr::RepeatCycles and Order.
  std::optional<unsigned> RepeatCycles;
  std::optional<Ordering> Order;
  std::optional<SharedOperand> Shared;
  /// MemoryAccess::Renamed.
  std::optional<bool> RenamedStore;
  /// Why no kernel with this instruction can be modelled; empty: it can.
  std::optional<std::string> NotModelled;
  /// Where the fact comes from; never empty.
  std::string Source;
  FilePosition Where;
};

/// The corrections of a description, in order; copies share them. Those of one
/// that is compiled in are decoded when they are asked for. Thread-safe once
/// all are there.
class CorrectionList {
public:
  /// Makes the correction of a number.
  using Decoder = std::function<Correction(size_t)>;
  CorrectionList();
  /// Corrections that \p Decode makes; \p Patterns are their patterns.
  CorrectionList(std::vector<PatternId> Patterns, Decoder Decode);

  size_t size() const;
  bool empty() const { return size() == 0; }
  const Correction &operator[](size_t I) const;
  /// Correction::Pattern, without decoding anything else.
  PatternId pattern(size_t I) const;
  void append(Correction K);

  class Iterator
      : public llvm::iterator_facade_base<
            Iterator, std::random_access_iterator_tag, const Correction> {
  public:
    Iterator(const CorrectionList &List, size_t I) : List(&List), I(I) {}
    const Correction &operator*() const { return (*List)[I]; }
    bool operator==(const Iterator &O) const { return I == O.I; }
    bool operator<(const Iterator &O) const { return I < O.I; }
    std::ptrdiff_t operator-(const Iterator &O) const { return I - O.I; }
    Iterator &operator+=(std::ptrdiff_t N) { return I += N, *this; }
    Iterator &operator-=(std::ptrdiff_t N) { return I -= N, *this; }

  private:
    const CorrectionList *List;
    size_t I;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

private:
  struct State;
  std::shared_ptr<State> S;
};

} // namespace takt

#endif // TAKT_MODELS_CORRECTION_H
