//===- Kernel.h - One iteration of a loop, in µops --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel: the instructions of one iteration, each broken down into the
/// µops that the CPU executes, with the values that every µop reads and
/// writes. It is the only thing the models see. It knows neither LLVM's MC
/// layer nor a target: it is built from MCInsts by KernelBuilder, or read from
/// text by KernelText, and every model (ports, front end, dependences,
/// simulation) reads the same µops, so a bound never contradicts a simulation.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_KERNEL_H
#define TAKT_MODELS_KERNEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace takt {

/// A set of execution resources: bit i stands for Cpu::Resources[i]. The low
/// bits are the dispatch ports, followed by other units (dividers, ...).
using ResourceMask = uint64_t;

/// Index into Kernel::Locations.
using LocationId = uint32_t;

/// The register files whose sizes may limit how much is in flight
/// (RegisterLimits).
enum class RegisterKind : uint8_t {
  None,    ///< flags, values within an instruction, or nothing is limited
  General, ///< integers
  Vector,  ///< registers of 128 bits and more
  Mask,    ///< those like Cpu::MaskRegister
};

/// A place that holds a renamed value: a register unit, a group of flags, or a
/// value passed between the µops of one instruction.
struct Location {
  /// How people call it: "xmm0", "eflags", "x3"; for an internal value "t0".
  std::string Name;
  /// True for a value passed inside one instruction; it never crosses
  /// instructions or iterations.
  bool Internal = false;
  /// The register file that its values are in.
  RegisterKind Kind = RegisterKind::None;
};

/// A shortened path between a producer and a consumer, e.g. the accumulator
/// forwarding of a multiply-add. From LLVM's ReadAdvance or the CPU file.
struct Bypass {
  /// Write class that it applies to (UopWrite::WriteClass); 0: any producer.
  uint16_t Producer = 0;
  /// Cycles by which the producer's latency is shortened; negative: lengthened.
  int16_t Cycles = 0;
  /// It holds only where both µops are issued in the same cycle, and then for
  /// all results of the reading one. Cycles is not positive.
  bool Together = false;
};

/// A value that a µop needs before it starts.
struct UopRead {
  LocationId Loc = 0;
  llvm::SmallVector<Bypass, 1> Bypasses;
  /// It comes over a port of the register file that several of the CPU's ports
  /// share (SharedReads).
  bool Shared = false;
};

/// A value that a µop produces.
struct UopWrite {
  LocationId Loc = 0;
  /// Cycles from the µop's dispatch to the dispatch of a dependent µop, ≥ 0.
  uint16_t Latency = 0;
  /// Identifies the kind of producer for Bypass::Producer; 0: none.
  uint16_t WriteClass = 0;
};

/// Occupation of one resource out of a set.
struct ResourceUse {
  /// The resources that can serve it; exactly one of them is taken. Not empty.
  ResourceMask Resources = 0;
  /// Cycles for which the chosen resource is taken, ≥ 1.
  uint16_t Cycles = 1;
  /// So many cycles after the µop's dispatch it is taken, at most MaxDelay with
  /// Cycles. What the µop is dispatched to is taken at once. Of a port that is
  /// taken later it is a result bus alone: an operation that writes nothing
  /// that goes over it is dispatched there all the same, and a branch whatever
  /// flags it writes, if it is known what are flags (Location::Kind;
  /// docs/zen4-instructions.md has the measurements).
  uint16_t After = 0;
  /// With After: the bus is that of flags, else that of registers.
  bool OfFlags = false;

  static constexpr unsigned MaxDelay = 15;
  /// Whether a resource is not taken as late as this, or later.
  bool isSoonEnough() const { return !After || After + Cycles <= MaxDelay; }
};

enum class UopKind : uint8_t {
  Compute,
  Load,         ///< computes the address and reads memory
  StoreAddress, ///< computes the address of a store
  StoreData,    ///< hands the data of a store to the store buffer
  Branch,
};

/// Memory that an instruction reads or writes. In iteration k the address is
/// Symbol + Offset + k * Step, where equal symbols are equal values.
struct MemoryAccess {
  /// Stands for an unknown base; below 2^32, given by whoever builds the
  /// kernel. In a kernel that stores nothing the builder leaves every access
  /// a symbol of its own, without a step, unless lines matter
  /// (MemoryPipes::LineBytes).
  uint32_t Symbol = 0;
  int64_t Offset = 0; ///< bytes
  /// Bytes per iteration; none: another unknown value in every iteration, equal
  /// within one iteration.
  std::optional<int64_t> Step;
  uint16_t Size = 0; ///< bytes; 0: not known
  /// A store whose register the renamer hands to later loads of the same bytes,
  /// so that they need not wait for address and data (memory renaming).
  bool Renamed = false;
  /// How people write the address: "[rdi+8*rcx]"; empty: not known. The builder
  /// gives it to accesses of dependences through memory.
  std::string Address = {};
};

/// An unfused-domain µop.
struct Uop {
  UopKind Kind = UopKind::Compute;
  /// A merge of a partly written register, which the renamer puts in front of
  /// the instruction, in an issue cycle of its own. Merges come first among the
  /// µops of an instruction, whose others see what they write; they are not
  /// counted in FusedUops and not queued.
  bool Merge = false;
  /// Index into KernelInstr::Accesses; -1: none.
  int8_t Access = -1;
  /// What it occupies: its port, and units blocked beside the port (divider).
  /// Empty for a µop handled by the renamer (eliminated move, zero idiom, nop).
  llvm::SmallVector<ResourceUse, 2> Uses;
  llvm::SmallVector<UopRead, 4> Reads;
  llvm::SmallVector<UopWrite, 2> Writes;
};

/// What of an instruction's code takes room in an op cache, beside its macro-op
/// (OpCacheFit).
struct CodeFields {
  /// It has an EVEX prefix.
  bool Evex = false;
  /// Immediates and displacements, branch targets and registers in place of an
  /// immediate included, and those of 32 bits among them, 0 to 4. One of 64
  /// bits is two. Of a displacement that EVEX multiplies the product is held,
  /// in 32 bits. Measured on a Zen 4 (docs/zen4.md, front end and dispatch).
  uint8_t All = 0, Wide = 0;
};

/// What the front end sees of an instruction.
struct Decoding {
  /// Bytes in front of the nominal opcode byte (prefixes, escapes).
  uint8_t OpcodeOffset = 0;
  /// A prefix changes the length of the rest (66h with an imm16).
  bool LengthChangingPrefix = false;
  /// Its immediate takes a further slot in the µop cache.
  bool ExtraCacheSlot = false;
  /// A result is ah, bh, ch or dh: a loop with it is not streamed.
  bool WritesHighByte = false;
  /// Some branch would be macro-fused with it, this one or another.
  bool MacroFusible = false;
  /// None where the code is not known, as in kernels that are text.
  CodeFields Fields;
  /// Only the first decoder can decode it, and then so many of the others work
  /// in that cycle.
  bool Complex = false;
  uint8_t SimpleDecoders = 3;
  /// Queued µops from decoders or µop cache (before un-lamination), and from
  /// microcode. Both 0 for the second half of a macro-fused pair.
  uint16_t QueuedUops = 1;
  uint16_t MicrocodeUops = 0;
};

/// A register move that the renamer may eliminate.
enum class MoveKind : uint8_t { None, General, Vector };

/// What an instruction waits for or holds up, beside its operands.
enum class Ordering : uint8_t {
  None,
  Serializing, ///< issues when everything before it has retired
  Loads,       ///< later loads wait for it, and it for earlier ones
  Stores,
  LoadsAndStores,
};

/// One instruction of the kernel.
struct KernelInstr {
  /// Mnemonic as the assembler spells it: "vfmadd231sd".
  std::string Mnemonic;
  /// Whole assembly text; empty unless the builder was asked for it.
  std::string Text;
  /// Offset of the first byte from the start of the function or section, in
  /// bytes, and encoded length in bytes (0 when not known).
  uint64_t Offset = 0;
  uint16_t Size = 0;
  /// Slots in the renamer: fused-domain µops, after un-lamination. 0 for the
  /// second instruction of a macro-fused pair.
  uint16_t FusedUops = 1;
  /// Pieces of its register results that the renamer names, and of what its
  /// µops hand to each other; 0 where that does not limit the CPU
  /// (FrontEnd::Results).
  uint16_t Results = 0;
  /// Second half of a macro-fused pair: its µops belong to the previous
  /// instruction.
  bool MacroFused = false;
  /// A branch that is taken on the kernel's path.
  bool Taken = false;
  Decoding Decode;
  /// What push and pop do to the stack pointer behind the renamer's back, in
  /// bytes, and whether the instruction otherwise reads or writes it.
  int16_t StackChange = 0;
  bool ReadsStackPointer = false, WritesStackPointer = false;
  Ordering Order = Ordering::None;
  /// Cycles from one dispatch of its first µop to the next one of an equal
  /// instruction, where its µops do not tell; equal ones have equal RepeatId.
  uint16_t RepeatCycles = 0, RepeatId = 0;
  /// A move that the renamer may eliminate. Uops is what is left of it then
  /// (one µop without port that adds no latency, so that bounds hold in any
  /// case);
  /// Executed is what it is otherwise.
  MoveKind Move = MoveKind::None;
  std::vector<Uop> Executed;
  std::vector<MemoryAccess> Accesses;
  /// In order of issue.
  std::vector<Uop> Uops;

  /// Whether one of the µops is of this kind.
  bool hasUop(UopKind Kind) const;
};

/// A dependence through memory from the store-data and store-address µops of
/// one instruction to the load µops of another one.
struct MemoryDependence {
  uint32_t Store = 0; ///< index of the storing instruction
  uint32_t Load = 0;  ///< index of the loading instruction
  /// Iterations between them: 0 in the same iteration, then Store < Load.
  uint32_t Distance = 0;
  /// Cycles from the dispatch of the store-data µop to the dispatch of a user
  /// of the loaded value (store forwarding); the load's own latency is part of
  /// it. All results of the load µop count as loaded values, so an updated
  /// address register belongs to a µop of its own.
  uint16_t Latency = 0;
  /// The renamer connects them (MemoryAccess::Renamed): the load does not wait
  /// for the store's address.
  bool Renamed = false;
  /// The load reads bytes that this store did not write, nor further ones from
  /// which the CPU takes the rest (Cpu::Memory.ForwardStores), or several
  /// pieces of a wide store (MemoryPipes::WideForward): the store buffer cannot
  /// forward the value, and the load waits until the cache has it.
  bool Partial = false;
  /// Cycles from the dispatch of the store-address µop to that of a user of the
  /// loaded value; without meaning for Renamed ones.
  uint16_t AddressLatency = 0;
  /// Both spell the address with the same registers and displacement, whatever
  /// the registers hold (LoneStores).
  bool Named = false;
};

/// An order of two accesses to the same bytes that costs nothing on CPUs that
/// rename and buffer; information for people.
struct MemoryOrder {
  enum OrderKind : uint8_t { WriteAfterWrite, WriteAfterRead };
  OrderKind Kind = WriteAfterWrite;
  uint32_t First = 0;    ///< index of the earlier instruction
  uint32_t Second = 0;   ///< index of the later instruction, which stores
  uint32_t Distance = 0; ///< iterations between them
};

/// How the kernel is repeated (uiCA paper, section 3.1).
enum class Notion : uint8_t {
  Loop,     ///< TP_L: the kernel is the body of a loop
  Unrolled, ///< TP_U: copies of the kernel follow each other
};

/// One iteration of a loop, ready for the models.
struct Kernel {
  Notion Repeats = Notion::Loop;
  std::vector<Location> Locations;
  std::vector<KernelInstr> Instrs;
  std::vector<MemoryDependence> MemoryDependences;
  /// Dependences that there may be, but which are assumed not to be
  /// (AliasAssumption). No model follows them.
  std::vector<MemoryDependence> PossibleDependences;
  std::vector<MemoryOrder> MemoryOrders;

  /// Fused-domain µops per iteration.
  uint64_t fusedUops() const;
  /// Unfused-domain µops per iteration.
  uint64_t unfusedUops() const;
  /// Whether the load of \p D takes its value from a store whose address it
  /// spells and stores nothing itself, as takt::LoneStores counts them.
  bool isNamedLoad(const MemoryDependence &D) const;

  /// Checks the invariants stated above: every location exists, every resource
  /// set is not empty and within \p NumResources (at most 64) for at least one
  /// cycle, internal values are written before they are read in the same
  /// instruction, the second half of a macro-fused pair has no µops and every
  /// other instruction queues some, moves can be eliminated and executed,
  /// instructions of equal RepeatId agree, merges come first, accesses exist,
  /// memory dependences and orders connect existing stores and loads, the
  /// earlier one first. \returns the first
  /// violation with its place. The models rely on all of this.
  llvm::Error verify(unsigned NumResources) const;
};

} // namespace takt

#endif // TAKT_MODELS_KERNEL_H
