//===- Cpu.h - The machine description --------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A CPU is data: this is models/cpus/<cpu>.yaml in memory. docs/cpu-files.md
/// describes the format; a file may inherit from another one and say only what
/// differs. Instructions start from LLVM's scheduling model of the CPU, which
/// the corrections in the file overrule.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_CPU_H
#define TAKT_MODELS_CPU_H

#include "takt/models/Kernel.h"
#include "takt/models/Pipeline.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace takt {

class OpcodePatterns;
/// The number of a regular expression among Cpu::Patterns.
using PatternId = uint16_t;

/// Where something stands in a description, for messages.
struct FilePosition {
  std::string File;
  unsigned Line = 0, Column = 0;
};

struct FrontEnd {
  FrontEndKind Kind = FrontEndKind::Linear;
  /// Fused-domain µops per cycle that reach the back end (issue width), ≥ 1.
  unsigned Width = 4;
  /// Where Kind is Intel.
  IntelFrontEnd Intel;
};

/// A dispatch port or another unit that µops occupy.
struct Resource {
  std::string Name;
  /// The units of LLVM's scheduling model that it stands for, as "SKLPort0" or,
  /// for a resource with several units, "A57UnitI[1]".
  std::vector<std::string> LLVMNames;
  /// Where it is described; no line for a resource made from LLVM's model.
  FilePosition Where;
  /// A dispatch port; otherwise a unit that is taken beside a port (divider).
  bool IsPort = true;
};

/// The form of an instruction that a correction applies to; all set conditions
/// must hold.
struct FormCondition {
  std::optional<bool> Loads;
  std::optional<bool> Stores;
  std::optional<bool> Indexed; ///< memory operand with an index register
  /// The index of an x86 address is multiplied by 2, 4 or 8; its base is the
  /// instruction pointer (lea's address too).
  std::optional<bool> Scaled, PcRelative;
  /// One of at least two register sources is the zero register (AArch64).
  std::optional<bool> ZeroSource;
  /// The address is a sum of base, index and displacement.
  std::optional<bool> ThreeParts;
  /// All source registers are the same, and there are at least two, or one that
  /// equals the destination.
  std::optional<bool> SameRegister;
  /// An explicit register result is also an explicit source by encoding.
  std::optional<bool> Tied;
  /// At least one operand is an immediate (or a symbol), address parts aside.
  std::optional<bool> Immediate;
  /// There is an immediate outside of the address, and all of them are 0.
  std::optional<bool> ZeroImmediate;
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
  /// Latency of the flags result where it differs.
  std::optional<unsigned> FlagsLatency;
  /// The renamer handles it as a register move: no port, latency 0.
  std::optional<bool> Eliminated;
  /// The result does not depend on the sources (zero idioms).
  std::optional<bool> BreaksDependence;
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
  /// Decoding::QueuedUops, MicrocodeUops, Complex, SimpleDecoders. By default
  /// QueuedUops is FusedUops before un-lamination, at most 4 of which come from
  /// the decoders and the rest from microcode; an instruction with more than
  /// one is complex.
  std::optional<unsigned> QueuedUops, MicrocodeUops, SimpleDecoders;
  std::optional<bool> ComplexDecoder;
  /// KernelInstr::RepeatCycles and Order.
  std::optional<unsigned> RepeatCycles;
  std::optional<Ordering> Order;
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
  void push_back(Correction K);

  class const_iterator
      : public llvm::iterator_facade_base<
            const_iterator, std::random_access_iterator_tag, const Correction> {
  public:
    const_iterator(const CorrectionList &List, size_t I) : List(&List), I(I) {}
    const Correction &operator*() const { return (*List)[I]; }
    bool operator==(const const_iterator &O) const { return I == O.I; }
    bool operator<(const const_iterator &O) const { return I < O.I; }
    std::ptrdiff_t operator-(const const_iterator &O) const { return I - O.I; }
    const_iterator &operator+=(std::ptrdiff_t N) { return I += N, *this; }
    const_iterator &operator-=(std::ptrdiff_t N) { return I -= N, *this; }

  private:
    const CorrectionList *List;
    size_t I;
  };
  const_iterator begin() const { return {*this, 0}; }
  const_iterator end() const { return {*this, size()}; }

private:
  struct State;
  std::shared_ptr<State> S;
};

/// Where instructions have their condition code.
struct ConditionOperand {
  std::string Match;
  PatternId Pattern = 0;
  /// Index into the MCInst's operands; negative: from the end.
  int Operand = -1;
  FilePosition Where;
};

/// Pairs of neighbouring instructions that are fused into one µop.
struct MacroFusion {
  std::string First, Second; ///< regular expressions on LLVM opcode names
  PatternId FirstPattern = 0, SecondPattern = 0;
  /// Condition codes of the second, as the assembler spells them ("e", "ne",
  /// "lt"); empty: all.
  std::vector<std::string> Conditions;
  /// The first may have a memory operand; an immediate together with one.
  bool AllowMemory = true;
  bool AllowMemoryImmediate = true;
  std::string Source;
  FilePosition Where;
};

/// What instructions do to the value of their register result, so that the
/// addresses that a kernel accesses can be followed. Other instructions make
/// values of which nothing is known.
struct ValueRule {
  enum EffectKind : uint8_t {
    Copy,      ///< the value of the source
    Add,       ///< the sum of the sources, a register or an immediate each
    Subtract,  ///< their difference
    Increment, ///< one more
    Decrement,
    ShiftLeft, ///< by an immediate
    Address,   ///< of the operands of the form of an address (lea)
    Zero,      ///< 0 if all sources are the same register, else not known
    Push,      ///< the stack pointer moves down by Bytes before the access
    Pop,       ///< the stack pointer moves up by Bytes after the access
  };
  std::string Match; ///< regular expression on LLVM opcode names
  PatternId Pattern = 0;
  EffectKind Effect = Copy;
  unsigned Bytes = 0;
  FilePosition Where;
};

/// A name of LLVM's that a description uses.
struct LLVMName {
  std::string Name;
  FilePosition Where;
};

/// A machine description.
struct Cpu {
  /// The name of the description: "skylake".
  std::string Name;
  /// True when no file serves the CPU: a generic front end in front of LLVM's
  /// scheduling model.
  bool Generic = false;
  /// LLVM architecture that it is for ("x86", "aarch64"); empty: any.
  std::string Architecture;
  /// LLVM CPU names that it serves.
  std::vector<std::string> LLVMCpus;
  /// LLVM CPU whose scheduling model is the base where it is not the served
  /// one.
  std::string BaseModel;

  FrontEnd Fetch;
  Renamer Rename;
  Scheduling Schedule;
  MemoryPipes Memory;
  /// Pairs of MacroFusions are fused.
  bool FusesPairs = true;
  unsigned ReorderBuffer = 0; ///< fused-domain µops; 0: not known
  unsigned Scheduler = 0;     ///< unfused-domain µops, all queues; 0: not known
  unsigned LoadBuffer = 0, StoreBuffer = 0; ///< entries; 0: not known
  unsigned RetireWidth = 0; ///< fused-domain µops per cycle; 0: not known

  /// Ports first, then units; at most 64.
  std::vector<Resource> Resources;
  ResourceMask LoadPorts = 0, StoreAddressPorts = 0, StoreDataPorts = 0;
  /// Ports of branches, and of those that are taken.
  ResourceMask BranchPorts = 0, TakenBranchPorts = 0;
  /// Ports of store addresses with an index register; 0: StoreAddressPorts.
  ResourceMask IndexedStoreAddressPorts = 0;
  /// Load-to-use latency in cycles of general registers and of vectors, for
  /// memory operands where LLVM's model does not tell them apart.
  unsigned LoadLatency = 4, VectorLoadLatency = 5;
  /// Cycles from a store-data µop's dispatch until a load of the same address
  /// has the value.
  unsigned StoreForwardLatency = 5;

  /// Cycles by which a load is faster whose base register was loaded by a plain
  /// load, with no index and a displacement from 0 to ChainedLoadReach.
  unsigned ChainedLoadGain = 0, ChainedLoadReach = 0;
  /// What counts as a plain load, a regular expression on LLVM opcode names;
  /// empty: all that load straight into an integer register.
  std::string ChainedLoads;
  std::optional<PatternId> ChainedLoadsPattern;

  /// A load and the operation on it, and the two µops of a store, share one
  /// fused-domain µop.
  bool MicroFusion = false;
  /// Fused-domain µops are what LLVM's model gives as micro-ops (the macro-ops
  /// of AMD), not counted from the unfused ones.
  bool FusedUopsFromModel = false;
  /// Writes of 8 and 16 bit registers merge into the old value.
  bool PartialWritesMerge = false;

  /// Units of LLVM's model that no resource stands for, on purpose.
  std::vector<LLVMName> IgnoredUnits;
  /// Registers that never carry a dependence (rip, mxcsr, fpcr), in lower case.
  std::vector<LLVMName> IgnoredRegisters;
  /// Registers that are the second byte of another one (ah, bh, ch, dh).
  std::vector<LLVMName> HighByteRegisters;
  /// The stack pointer, in lower case. Also tells the operands of an address
  /// from data where LLVM does not: an address starts with the first register
  /// operand of a load or store that could be the stack pointer. Empty: not
  /// known.
  LLVMName StackPointer;
  /// The flags register, in lower case, and the groups that are renamed
  /// separately; no groups: as one.
  LLVMName FlagsRegister;
  std::vector<std::string> FlagGroups;
  /// Condition codes in the order of their encoding, as the assembler spells
  /// them.
  std::vector<std::string> ConditionNames;
  std::vector<ConditionOperand> ConditionOperands;
  std::vector<InstrPrefix> Prefixes;

  std::vector<MacroFusion> MacroFusions;
  /// A pair is not fused if its second instruction starts a block of that many
  /// bytes of code (a cache line); 0: it does not matter.
  unsigned FusionLine = 0;
  /// Ports that instructions with vector registers do not use while the kernel
  /// has registers of at least WideVectorBits bits, unless they have no other
  /// port; 0: none.
  ResourceMask WideVectorsBlock = 0;
  unsigned WideVectorBits = 512;
  std::vector<ValueRule> ValueRules;
  CorrectionList Corrections;
  /// Which of the regular expressions match an opcode; never null.
  std::shared_ptr<const OpcodePatterns> Patterns;
  /// Compiled in: its names were checked when Takt was built and tested.
  bool CompiledIn = false;

  /// Index into Resources, or none.
  std::optional<unsigned> findResource(llvm::StringRef Name) const;
  /// The ports of load, store and branch µops; 0 for Compute.
  ResourceMask portsOf(UopKind Kind) const;
  /// "p0 and p1" from a set.
  std::string resourceNames(ResourceMask Mask) const;
};

/// Reads a description. \p Buffer's identifier names the file in messages;
/// `inherits:` is looked up in \p Buffer's directory when it is a file on disk,
/// then among the descriptions compiled in. Errors say file, line and reason:
/// malformed YAML, unknown keys or values, unknown ports, a correction without
/// `source`, a bad regular expression, a circle of parents. Names of LLVM's
/// (units, registers, opcodes) are checked by KernelBuilder::create, which
/// knows the target.
llvm::Expected<std::shared_ptr<const Cpu>>
parseCpu(llvm::MemoryBufferRef Buffer);

/// The description compiled in under \p Name; null if there is none or it is a
/// mere parent. Thread-safe; a description is read once, when first asked for.
std::shared_ptr<const Cpu> findCpu(llvm::StringRef Name);

/// As findCpu, but says what is wrong with the description.
llvm::Expected<std::shared_ptr<const Cpu>> loadCpu(llvm::StringRef Name);

/// Names of all descriptions compiled in that are CPUs (not mere parents).
std::vector<llvm::StringRef> knownCpus();

/// The description for the CPU that code is compiled for: the file that serves
/// \p STI's tuning CPU, else its CPU, else a generic one made from LLVM's
/// scheduling model. An error if the CPU has no scheduling model.
llvm::Expected<std::shared_ptr<const Cpu>>
cpuFor(const llvm::MCSubtargetInfo &STI);

} // namespace takt

#endif // TAKT_MODELS_CPU_H
