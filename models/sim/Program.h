//===- Program.h - A kernel laid out for simulation -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel compiled to flat arrays, so that the cycle loop neither searches
/// nor allocates: queued µops are ranges of fused ones, those of unfused ones,
/// and every read knows the one place where its value is. That place is known
/// before the run since a kernel is straight-line code: the last write before
/// the read, in this iteration or in the previous one. Two copies of each
/// place, for even and odd iterations, suffice, for µops are issued in order.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_PROGRAM_H
#define TAKT_MODELS_SIM_PROGRAM_H

#include "Recycler.h"
#include "ResourceUses.h"
#include "takt/models/Simulation.h"

namespace takt::sim {

/// Which form of an instruction was issued: KernelInstr::Uops or, of a move
/// that was not eliminated, Executed.
enum Variant : uint8_t { Listed, Executed };
/// In place of a variant: the latency is that of a stack sync µop.
constexpr uint8_t Fixed = 2;

/// Where a value is: element Place in even iterations, Place ^ 1 in odd ones.
/// So an even Place is what this iteration writes, an odd one what the previous
/// one did.
using ValuePlace = uint32_t;
inline uint32_t elementOf(ValuePlace Place, uint32_t Iteration) {
  return Place ^ (Iteration & 1);
}

struct SimRead {
  ValuePlace Place = 0;
  /// It is written only in between iterations: both elements are the same.
  bool BothElements = false;
  bool General = false; ///< of a general register
  /// It goes over a shared port of the register file, unless it is handed on
  /// (SharedReads::HandedOn).
  bool Shared = false;
  /// By how many cycles all that the reader makes is later if both are issued
  /// in the same cycle (Bypass::Together).
  uint16_t Together = 0;
  /// Cycles from the producer's dispatch, by the producer's variant; 0 for
  /// Fixed.
  int32_t Latency[3] = {0, 0, 0};
};

/// A store µop that a load of the same address waits for.
struct SimForward {
  uint32_t Store = 0;    ///< SimUop::Tracked or TrackedValue
  uint32_t Distance = 0; ///< iterations
  /// Cycles from its dispatch, or retirement, until the load's value is there.
  uint32_t Latency = 0;
  bool FromRetirement = false;
};

/// What a µop takes beside its port.
struct SimUnits {
  llvm::SmallVector<ResourceUse, 2> Uses;
  /// Which equal instructions keep it waiting (KernelInstr::RepeatCycles).
  uint32_t Repeat = 0;
  uint16_t RepeatCycles = 0;
  /// It goes to a port of which only the bus of other results is taken.
  ResultKinds Results;
  bool isSame(const SimUnits &O) const;
};

/// How many registers of each RegisterKind but None: 15 bits each, with a bit
/// between them that is 0.
using RegisterCounts = uint64_t;
constexpr unsigned RegisterBits = 16;
constexpr RegisterCounts oneRegister(RegisterKind K) {
  return K == RegisterKind::None
             ? 0
             : RegisterCounts(1) << (RegisterBits * (unsigned(K) - 1));
}
/// Blocks and lines of code in flight count as two more files, of half as many
/// bits each (ProgramCode.cpp).
constexpr RegisterCounts OneBlock = RegisterCounts(1) << (3 * RegisterBits);
constexpr RegisterCounts OneLine = OneBlock << RegisterBits / 2;
/// Whether \p Needed more than the \p Taken ones are beyond \p Limits.
constexpr bool exceeds(RegisterCounts Taken, RegisterCounts Needed,
                       RegisterCounts Limits) {
  // All kinds at a time: the bits between them stay where none is exceeded.
  constexpr RegisterCounts Between = 0x8080800080008000;
  return (((Limits | Between) - (Taken + Needed)) & Between) != Between;
}
/// The same for within, but what needs more than there are goes alone.
bool hasRegistersEach(RegisterCounts Taken, RegisterCounts Needed,
                      RegisterCounts Limits);
inline bool hasRegisters(RegisterCounts Taken, RegisterCounts Needed,
                         RegisterCounts Limits) {
  return LLVM_LIKELY(!exceeds(Taken, Needed, Limits)) ||
         hasRegistersEach(Taken, Needed, Limits);
}

/// What µops take of load buffer, store buffer and registers.
struct BufferUse {
  uint32_t Loads = 0, Stores = 0;
  RegisterCounts Registers = 0;
  bool any() const { return Loads | Stores | Registers; }
  void operator+=(const BufferUse &O) {
    Loads += O.Loads;
    Stores += O.Stores;
    Registers += O.Registers;
  }
};

/// What a µop reads over shared ports of the register file (SharedReads).
enum class SharedRead : uint8_t {
  None,
  Operand, ///< what it has beyond two operands
  Always,  ///< SharedReads::Always
};

/// An unfused-domain µop. What every µop needs in each cycle comes first.
struct SimUop {
  static constexpr uint32_t NotTracked = ~0u;

  ResourceMask Ports = 0; ///< 0: no port, the renamer does it
  uint32_t FirstRead = 0, FirstWrite = 0;
  uint16_t NumReads = 0, NumWrites = 0;
  uint16_t PortClass = 0;   ///< equal for equal Ports
  uint16_t Units = 0;       ///< index into Program::Units; 0: none
  uint32_t FinishDelay = 0; ///< cycles from dispatch until it has executed
  UopKind Kind = UopKind::Compute;
  Variant Form = Listed;
  /// It may have to do with forwarding or fences.
  bool Memory = false;
  /// It has a port, and nothing but its operands matters at issue.
  bool Common = false;
  /// And nothing but its port at dispatch.
  bool Light = false;
  /// It takes its port for longer than a cycle, or other units, or may do so.
  bool Keeps = false;
  SharedRead Shared = SharedRead::None;
  bool Delayed = false; ///< SimRead::Together of one of its operands
  bool Tried = false;   ///< its ports are among Scheduling::EarlyTries
  bool Waits = false;   ///< without port, but waits for several operands
  bool Fence = false;
  bool Together = false; ///< it holds one of the entries of Cpu::Together
  bool Wide = false;     ///< a load or store that takes two passes
  /// With queues bound by cycles: what is done to what this loads, or what this
  /// stores, has an entry beside that of the address.
  bool Apart = false;
  bool Rewrites = false; ///< the load of an instruction that also stores
  uint16_t Own = 0;      ///< the largest latency of its results
  /// Those that it writes, if it takes a port.
  RegisterCounts Registers = 0;
  /// Pieces of results that it puts on the bus of its port, if that is one of
  /// Scheduling::ResultPorts, and how many cycles after dispatch.
  uint8_t BusPieces = 0, BusDelay = 0;
  /// The cycles after dispatch in which its port hands on what it makes, bit i
  /// for i cycles, if that is one of Scheduling::LateResults.
  uint32_t ResultCycles = 0;
  uint16_t PortCycles = 1;
  uint16_t Index = 0; ///< within its instruction
  uint16_t NumForwards = 0;
  uint32_t FirstForward = 0;
  uint32_t Instr = 0, Access = ~0u;
  /// Index into Program::Crossings; 0: a load within a line, or no load.
  uint32_t Crossing = 0;
  /// Banks of the cache that it reads (MemoryPipes::Banks); 0: it meets nobody.
  uint64_t Banks = 0;
  /// It comes to another row of them in each iteration.
  bool Walks = false;
  /// Among the stores that forward to a load of the kernel.
  uint32_t Tracked = NotTracked;
  /// The same for the value that it stores, where the renamer hands that on.
  uint32_t TrackedValue = NotTracked;
};

/// A fused-domain µop: a range of Program::Uops.
struct SimFused {
  const SimUop *Uops = nullptr; ///< the first one, once all are there
  uint32_t First = 0;
  uint16_t Count = 0;
  uint16_t Index = 0; ///< within its instruction
  uint32_t Instr = 0;
  uint16_t Queued = 0; ///< the instruction's queued µop that it is part of
  Variant Form = Listed;
  UopOrigin Origin = UopOrigin::Instruction;
  uint32_t Loads = 0, Stores = 0;
  RegisterCounts Registers = 0;
  /// In which way it was issued; not 0.
  uint8_t kind() const { return 1 + (uint8_t(Origin) << 1 | Form); }
};

/// A queued µop: a range of Program::Fused.
struct SimQueued : BufferUse {
  uint32_t First = 0;
  uint16_t Count = 0;
};

struct SimInstr {
  /// Range of Program::Queued; Executed's follow right after Listed's.
  uint32_t FirstQueued = 0;
  uint16_t NumQueued = 0;
  /// NumQueued of an instruction whose queued µops are each issued as a whole
  /// and without conditions; else 0.
  uint16_t NumSimple = 0;
  /// Fused µops that are issued in one cycle (Renamer::WholeUops); 0: they may
  /// be split, or come from microcode.
  uint16_t Whole = 0;
  bool Microcode = false;
  /// Range of Program::Fused.
  uint32_t FirstMerge = 0;
  uint16_t NumMerges = 0;
  MoveKind Move = MoveKind::None;
  Ordering Order = Ordering::None;
  bool HasExecuted = false;
  /// Registers that it writes and that moves of the kernel name, in
  /// Program::WrittenLocations.
  uint32_t FirstWritten = 0, NumWritten = 0;
  LocationId From = 0, To = 0; ///< of a move, as in WrittenLocations
  SimRead StackPointer;        ///< as the instruction finds it
};

/// A kernel for one CPU, with or without some of its limits.
struct Program {
  /// At most \p FusedInFlight fused-domain µops are between renamer and
  /// retirement.
  Program(const Kernel &K, const Cpu &C, const Relaxation &Without,
          unsigned FusedInFlight);

  PoolVector<SimInstr> Instrs;
  PoolVector<SimQueued> Queued;
  PoolVector<SimFused> Fused;
  PoolVector<SimUop> Uops;
  PoolVector<SimRead> Reads;
  PoolVector<ValuePlace> Writes;
  PoolVector<SimForward> Forwards;
  PoolVector<SimUnits> Units; ///< [0]: none
  /// The sets of ports that µops may use, by SimUop::PortClass.
  PoolVector<ResourceMask> PortClasses;
  /// Numbers of registers, of those alone that moves name.
  PoolVector<LocationId> WrittenLocations;
  PoolVector<MemoryAccess> Accesses;
  /// What \p U accesses, or null.
  const MemoryAccess *access(const SimUop &U) const {
    return U.Access == ~0u ? nullptr : &Accesses[U.Access];
  }
  /// Of loads over the end of a line (MemoryPipes::LineBytes), in which
  /// iterations: bit i stands for those that are i modulo 64. [0]: none.
  PoolVector<uint64_t> Crossings = {0};
  /// After so many iterations the same loads cross.
  uint32_t CrossingPeriod = 1;
  bool crosses(const SimUop &U, uint32_t Iteration) const {
    return Crossings[U.Crossing] >> (Iteration % 64) & 1;
  }
  /// What each store of an iteration accesses, in program order; null: the
  /// kernel does not say.
  PoolVector<const MemoryAccess *> Stores;
  /// Of each store of an iteration, in program order: whether it is written
  /// together with the next one.
  PoolVector<uint8_t> WrittenWithNext;
  /// Of each instruction what a stack sync µop in front of it does; its operand
  /// is SimInstr::StackPointer. None without a stack engine. Behind these, if
  /// every use takes one, those without a port.
  PoolVector<SimFused> Syncs;
  const SimFused &sync(UopOrigin Of, uint32_t Instr) const {
    return Syncs[Instr + (Of == UopOrigin::StackPlace ? Instrs.size() : 0)];
  }
  uint32_t SyncUop = 0; ///< from it on they are the stack engine's
  uint32_t SyncLatency = 1;

  uint32_t NumValues = 0; ///< elements that ValuePlaces refer to
  uint32_t NumTracked = 0;
  /// Iterations back that forwarding stores are looked up, at most.
  uint32_t MaxDistance = 0;
  uint32_t NumRepeats = 0;
  /// The largest latency of a read.
  uint32_t MaxLatency = 0;
  /// So many cycles after a µop's dispatch it makes no difference any more when
  /// that was.
  uint32_t Horizon = 0;
  /// The most unfused µops of a fused one.
  uint32_t MaxFusedSize = 1;
  uint32_t NumLocations = 0;
  bool HasFences = false;
  /// Some load waits until a store has retired.
  bool HasFailing = false;
  /// SimFused::kind may differ between iterations.
  bool HasKinds = false;
  /// What is on record of µops tells their state (docs/simulation.md).
  bool Recordable = false;
  bool AnyKeeps = false; ///< SimUop::Keeps
  /// Some µop has its port, or another resource, for longer than the cycle in
  /// which it goes, or may do so, or takes two ports.
  bool AnyOutlasts = false;
  bool HasLater = false;       ///< ResourceUse::After
  bool HasBuses = false;       ///< SimUop::BusPieces
  bool HasDelayed = false;     ///< SimUop::Delayed
  bool HasSharedReads = false; ///< SharedRead::Operand
  /// Loads of an iteration may find no read of a bank left (CacheBanks::Reads).
  bool HasBankReads = false;
  /// Some of SimUop::ResultCycles may be the same cycle.
  bool HasLateResults = false;
};

/// The resources that are ports.
ResourceMask portMask(const Cpu &C);

/// Ports and units that take any number of µops.
ResourceMask relaxedResources(const Cpu &C, const Relaxation &Without);

/// How many of \p Left µops, the first of which is \p First, make the first of
/// \p Groups fused-domain µops: pairs from the front, a load or store address
/// with its successor, as long as enough are left for the others; the last
/// takes all the rest (uiCA-model, section 6). 0: it is a mere slot.
inline unsigned groupSize(unsigned Left, unsigned Groups, UopKind First) {
  if (Groups == 1)
    return Left;
  const bool StartsPair =
      First == UopKind::Load || First == UopKind::StoreAddress;
  if (Left >= Groups + 1 && StartsPair)
    return 2;
  return Left ? 1 : 0;
}

/// Appends the last µops of \p P, from \p FirstUop on, as \p NumFused fused and
/// \p NumQueued queued µops (1 to \p NumFused). Paired from the front: a load
/// or store-address µop with its successor as long as enough are left for the
/// other groups; the last group takes all the rest (uiCA-model, section 6). A
/// fused µop for which nothing is left is empty, a mere slot.
void groupUops(Program &P, uint32_t FirstUop, unsigned NumFused,
               unsigned NumQueued);
/// The \p Index-th fused µop of an instruction, of \p Count unfused ones.
SimFused makeFused(const Program &P, uint32_t First, unsigned Count,
                   unsigned Index);
/// Adds \p Sync, what a stack sync µop does, and Program::Syncs.
void addStackSyncs(Program &P, const Cpu &C, const SimUop &Sync);
/// Whether two stores are near enough to go in one cycle, \p B so many
/// iterations after \p A. Where the kernel does not say what they access
/// (null), they are.
bool areNear(const MemoryAccess *A, const MemoryAccess *B, int64_t Iterations,
             const MemoryPipes &M);
/// The µops of the kernel's instruction that \p S is one of, in its form.
inline llvm::ArrayRef<Uop> uopsAround(const SimUop &S, const Kernel &K) {
  const KernelInstr &I = K.Instrs[S.Instr];
  return S.Form == Listed ? I.Uops : I.Executed;
}
/// What \p S was made of; null: nothing of the kernel.
inline const Uop *uopOf(const SimUop &S, const Kernel &K) {
  const llvm::ArrayRef<Uop> Uops = uopsAround(S, K);
  return S.Index < Uops.size() ? &Uops[S.Index] : nullptr;
}
/// Finds which stores are written together.
void pairStores(Program &P, const Cpu &C);
/// Finds which loads cross lines, and when.
void findCrossings(Program &P, const Cpu &C);
/// Finds which banks of the cache they read, and whether that matters.
void findBanks(Program &P, const Kernel &K, const Cpu &C);
/// Leaves out what holds up nobody, and sums up.
void finish(Program &P, const Kernel &K, const Cpu &C);
/// Sets SimUop::Apart and Rewrites.
void addEntries(Program &P, const Kernel &K);

/// Adds to the registers of fused µops the blocks and lines of code of \p K
/// that begin with them, unless buffers do not count.
void addCode(Program &P, const Kernel &K, const Cpu &C,
             const Relaxation &Without);
/// Sets SimUop::BusPieces and BusDelay.
void addBuses(Program &P, const Kernel &K, const Cpu &C);
/// Sets SimUop::ResultCycles.
void addLateResults(Program &P, const Kernel &K, const Cpu &C);
/// Sets SimUop::Shared and SimRead::Shared.
void addSharedReads(Program &P, const Kernel &K, const Cpu &C);
/// Connects loads with the stores that they take their value from. Stores from
/// more iterations ago than are in flight are left out.
void addForwards(Program &P, const Kernel &K, const Cpu &C,
                 unsigned FusedInFlight);

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_PROGRAM_H
