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

#include "takt/models/Correction.h"
#include "takt/models/Domains.h"
#include "takt/models/Pipeline.h"
#include "takt/models/ValueRule.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MCSubtargetInfo;
class Triple;
} // namespace llvm

namespace takt {

class OpcodePatterns;

struct FrontEnd {
  FrontEndKind Kind = FrontEndKind::Linear;
  /// Fused-domain µops per cycle that reach the back end (issue width), ≥ 1.
  unsigned Width = 4;
  /// Where Kind is NoCross or DispatchQueues: pieces of register results that
  /// are renamed in a cycle, of ResultBits each; 0: no limit.
  unsigned Results = 0, ResultBits = 64;
  /// Where Kind is Intel.
  IntelFrontEnd Intel;
  /// Where Kind is OpCache.
  OpCacheFrontEnd OpCache;
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
  /// The second reads and overwrites the register that the first writes.
  bool SameDestination = false;
  /// The first writes no register but flags: its results are zero registers
  /// (AArch64's cmp, not subs).
  bool NoResult = false;
  /// Of the pair's operation where the second is a branch; 0: the branch's.
  ResourceMask Ports = 0;
  std::string Source;
  FilePosition Where;
};

/// A name of LLVM's that a description uses.
struct LLVMName {
  std::string Name;
  FilePosition Where;
};

/// Results in flight, from issue to retirement, of µops that write a register
/// of a file: its entries less those that hold what has retired. 0: not known.
/// What the renamer does by itself takes none.
struct RegisterLimits {
  unsigned General = 0, Vector = 0, Mask = 0;
  bool any() const { return General || Vector || Mask; }
};

/// Code in flight, from issue to retirement: blocks, which end with a taken
/// branch, and the lines of the op cache that each of them goes over. 1 to
/// Most; 0: not known. Measured by tools/measure/flight (docs/zen5.md).
struct CodeInFlight {
  static constexpr unsigned Most = 127;
  unsigned Blocks = 0, Lines = 0;
  bool any() const { return Blocks || Lines; }
};

/// Places that loads have from issue until After cycles after they went to
/// their ports, 1 to MostAfter. 0 entries: not known.
struct LoadWait {
  static constexpr unsigned MostAfter = 63;
  unsigned Entries = 0, After = 0;
};

/// How a core's clock depends on what it executes.
struct ClockRule {
  /// With operands of at least so many bits in instructions that match it
  /// runs at Percent of its clock, 1 to 100; 0 bits: not known.
  unsigned Bits = 0, Percent = 100;
  std::string Match; ///< a regular expression on LLVM opcode names
  std::optional<PatternId> Pattern;
  FilePosition Where; ///< of Match
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
  /// Where the file has the first of LLVMCpus, and BaseModel. No line where no
  /// file does.
  FilePosition LLVMCpuWhere, BaseModelWhere;

  FrontEnd Fetch;
  Renamer Rename;
  Scheduling Schedule;
  MemoryPipes Memory;
  /// Between dispatch and the ports; empty: all ports share one scheduler. A
  /// µop that has a choice goes to them in turn, past full ones.
  std::vector<DispatchQueue> Queues;
  /// Beside the entries of each queue.
  CommonEntries Together;
  /// Where it has ports, their queues get µops so, not in turn.
  CycleBinding Binding;
  /// Of others it tells the side by the place.
  PlaceBinding Places;
  /// The same by the half of their dispatch cycle.
  HalfBinding Halves;
  /// Ports of branches. A branch that may use no others goes to the queue of
  /// the first of these that it may use and that got none in this cycle, out of
  /// turn and wherever the rest of its fused-domain µop goes. Others take
  /// turns.
  std::vector<uint8_t> BranchOrder;
  unsigned ReorderBuffer = 0; ///< fused-domain µops; 0: not known
  unsigned Scheduler = 0;     ///< unfused-domain µops, all queues; 0: not known
  unsigned LoadBuffer = 0, StoreBuffer = 0; ///< entries; 0: not known
  LoadWait WaitingLoads;
  unsigned RetireWidth = 0; ///< fused-domain µops per cycle; 0: not known
  RegisterLimits Registers;
  CodeInFlight Code;
  /// One of the registers that RegisterLimits::Mask is about; empty: none.
  LLVMName MaskRegister;

  /// Ports first, then units; at most 64.
  std::vector<Resource> Resources;
  ResourceMask LoadPorts = 0, StoreAddressPorts = 0, StoreDataPorts = 0;
  /// Ports of branches, and of those that are taken.
  ResourceMask BranchPorts = 0, TakenBranchPorts = 0;
  /// Each branch takes one of these for a cycle, too, whichever its port.
  ResourceMask BranchesAlso = 0;
  /// Ports of store addresses with an index register; 0: StoreAddressPorts.
  ResourceMask IndexedStoreAddressPorts = 0;
  /// Load-to-use latency in cycles of general registers and of vectors, for
  /// memory operands where LLVM's model does not tell them apart.
  unsigned LoadLatency = 4, VectorLoadLatency = 5;
  /// Cycles that a load takes longer from a register of its address if the
  /// address has a scaled index, or base, index and displacement
  /// (FormCondition::Scaled, ThreeParts).
  unsigned ComplexAddressLatency = 0;
  /// Cycles from a store-data µop's dispatch until a load of the same address
  /// has the value.
  unsigned StoreForwardLatency = 5;

  /// Cycles by which the value of a load is there earlier whose base register
  /// was loaded by a plain load, with no index and a displacement from 0 to
  /// ChainedLoadReach.
  unsigned ChainedLoadGain = 0, ChainedLoadReach = 0;
  /// What counts as a plain load, a regular expression on LLVM opcode names;
  /// empty: all that load straight into an integer register.
  std::string ChainedLoads;
  std::optional<PatternId> ChainedLoadsPattern;
  /// Loads that may get a stored register's name (MemoryAccess::Renamed), a
  /// regular expression on LLVM opcode names; empty: all.
  std::string RenamedLoads;
  std::optional<PatternId> RenamedLoadsPattern;

  /// A load and the operation on it, and the two µops of a store, share one
  /// fused-domain µop.
  bool MicroFusion = false;
  /// Fused-domain µops are what LLVM's model gives as micro-ops (the macro-ops
  /// of AMD), not counted from the unfused ones.
  bool FusedUopsFromModel = false;
  /// Pairs of MacroFusions are fused.
  bool FusesPairs = true;
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
  ClockRule Clock;
  Domains ResultDomains;
  /// A later rule overrules an earlier one.
  std::vector<ValueRule> ValueRules;
  CorrectionList Corrections;
  /// Which of the regular expressions match an opcode; never null.
  std::shared_ptr<const OpcodePatterns> Patterns;
  /// Compiled in: its names were checked when Takt was built and tested.
  bool CompiledIn = false;

  /// Where ports are chosen at issue: µops wait in Queues with entries, by
  /// their ports. In a cycle that begins with a full one nothing is issued, and
  /// Scheduler is no limit.
  bool hasQueuesAtIssue() const {
    return Rename.Ports != PortChoice::AtDispatch && !Queues.empty() &&
           Queues.front().Entries;
  }
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

/// An error about what stands at \p Where: "file:line:column: reason".
llvm::Error errorAt(const FilePosition &Where, const llvm::Twine &Reason);

/// Whether users mean a file by \p Name, and not a CPU: one that ends in .yaml
/// or .yml, or has a folder.
bool namesCpuFile(llvm::StringRef Name);

/// The description compiled in under \p Name; null if there is none or it is a
/// mere parent. Thread-safe; a description is read once, when first asked for.
std::shared_ptr<const Cpu> findCpu(llvm::StringRef Name);

/// As findCpu, but says what is wrong with the description.
llvm::Expected<std::shared_ptr<const Cpu>> loadCpu(llvm::StringRef Name);

/// Names of all descriptions compiled in that are CPUs (not mere parents).
std::vector<llvm::StringRef> knownCpus();

/// The name that descriptions use for \p TT's architecture: all x86 and all
/// AArch64 triples have one together.
llvm::StringRef architectureOf(const llvm::Triple &TT);

/// The description for the CPU that code is compiled for: the file that serves
/// \p STI's tuning CPU, else its CPU, else a generic one made from LLVM's
/// scheduling model. An error if the CPU has no scheduling model.
llvm::Expected<std::shared_ptr<const Cpu>>
cpuFor(const llvm::MCSubtargetInfo &STI);

} // namespace takt

#endif // TAKT_MODELS_CPU_H
