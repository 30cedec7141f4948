//===- Pipeline.h - Parameters of the simulated machine ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Widths, sizes, delays and policies of a CPU's pipeline, as the CPU files
/// give them; the simulation knows no CPU beside these. The parameters and
/// their meaning follow the uiCA paper, section 4 and table 3. µops are counted
/// in three domains: *queued* (as decoders and µop cache deliver them),
/// *fused* (as renamer and reorder buffer hold them: after un-lamination) and
/// *unfused* (as scheduler and ports see them).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_PIPELINE_H
#define TAKT_MODELS_PIPELINE_H

#include "takt/models/MemoryPipes.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace takt {

enum class FrontEndKind : uint8_t {
  Linear, ///< fused-domain µops / width; the queue never runs empty
  /// In-order dispatch; an instruction's µops start a new cycle where they do
  /// not fit into the one that has begun (bastian-thesis, section 3.3.2).
  NoCross,
  /// In-order dispatch into Cpu::Queues (ibid.).
  DispatchQueues,
  Intel,   ///< predecoder, decoders, microcode, µop cache, loop stream
  OpCache, ///< op cache, or fetch and decoders, up to a taken branch a cycle
  Last = OpCache,
};
/// Nothing in front of renaming is simulated: where code lies is no matter.
bool startsAtRenaming(FrontEndKind K);
/// It says what is dispatched together, by the order of instructions, and keeps
/// the widths of Cpu::Queues.
bool dispatchesInGroups(FrontEndKind K);

/// Loops of at most UpTo queued µops are repeated Times in the queue.
struct LoopUnrolling {
  unsigned UpTo = 0, Times = 1;
};

/// The front end of Intel's cores since Sandy Bridge (uiCA paper, 4.1.1).
/// Defaults are what all of them share.
struct IntelFrontEnd {
  /// Predecoder: bytes of a fetch block, instructions per cycle, cycles for a
  /// length-changing prefix, cycles until a predecoded instruction can be
  /// decoded.
  unsigned FetchBytes = 16, PredecodeWidth = 5, PrefixPenalty = 3,
           PredecodeDelay = 3;
  /// Fetch blocks, and lines of the µop cache, that may wait.
  unsigned WaitingBlocks = 4, WaitingLines = 2;
  /// Predecoded instructions between predecoder and decoders.
  unsigned InstructionQueue = 20;
  unsigned Decoders = 4;
  /// Other decoders that work beside the first one when it decodes an
  /// instruction of 1, 2, ... queued µops that only it can decode; the last
  /// number is for all larger ones. Empty: all of them.
  std::vector<unsigned> BesideComplex;
  /// The last decoder takes instructions that could be macro-fused.
  bool FusibleOnLastDecoder = false;

  /// Microcode: µops per cycle; stall cycles before and after it when the
  /// decoders deliver, and before it when the µop cache does.
  unsigned MicrocodeWidth = 4, MicrocodeEnter = 1, MicrocodeLeave = 1,
           MicrocodeEnterFromCache = 2;

  /// µop cache: µops a cycle, bytes of code that share lines, and how many of
  /// these; µops of a line.
  unsigned CacheWidth = 4, CacheWindow = 32, CacheLines = 3, CacheLineUops = 6;
  /// Windows not cached: with a branch over or at the end (JCC erratum), with
  /// a pattern of length-changing prefixes (uiCA-model, section 7).
  bool JumpErratum = false, RejectsOddPrefixes = true;
  /// Both windows of a 64 byte line are cached or none is.
  bool CachesWholeLines = false;
  /// A large immediate takes a slot of a line beside its µop, and those two end
  /// the cycle's delivery from it (uiCA-model, section 7).
  bool ExtraSlots = true;
  /// No cycle has µops of two iterations, but for one behind a single one.
  /// Otherwise that is so of loops within a window, if these are smaller than
  /// lines of code. Measured on a Granite Rapids (docs/granite-rapids.md).
  bool EndsApart = false;
  /// A cycle has µops of one iteration, if of several windows. Of these one is
  /// found in a cycle, or two in a row, unless a branch taken ends in the next
  /// one (measured: docs/sapphire-rapids.md).
  bool WindowACycle = false, PairsWindows = false;
  /// Queued µops between front end and renamer.
  unsigned UopQueue = 28;
  bool LoopStream = false;
  /// By size, ascending; a larger loop is not repeated.
  std::vector<LoopUnrolling> LoopUnrollings;
};

/// What an op cache delivers in a cycle: up to Ops macro-ops if no more of them
/// than this have an EVEX prefix, nor more fields than these (CodeFields).
/// Measured on a Zen 4 (docs/zen4.md, front end and dispatch).
struct OpCacheFit {
  static constexpr unsigned Any = ~0u; ///< no limit
  unsigned Ops = 1;                    ///< macro-ops, ≥ 1
  /// Macro-ops with the prefix; fields of 32 bits; fields of any size.
  unsigned Evex = Any, WideFields = Any, Fields = Any;
};

/// The front end of AMD's cores since Zen: what fits into the op cache comes
/// from there, the rest from the decoders; docs/zen4.md has where Zen 4's
/// numbers come from, which are the defaults.
struct OpCacheFrontEnd {
  /// Macro-ops per cycle, out of so many entries of one line of so many bytes.
  unsigned CacheWidth = 9, EntriesPerCycle = 2, EntryOps = 9, LineBytes = 64;
  /// By Ops, ascending: what limits so many macro-ops of a cycle, if anything.
  std::vector<OpCacheFit> Fits;
  /// Macro-ops that it holds. Larger loops come from the decoders.
  unsigned CacheOps = 6912;
  /// Unrolled code comes from it, too: there are few enough copies.
  bool CachesCopies = true;
  /// Bytes of an aligned block of code that is fetched in a cycle for the
  /// decoders, and instructions that they decode.
  unsigned FetchBytes = 32, Decoders = 4;
  /// A nop shares the macro-op of the instruction in front of it, if any.
  bool FusesNops = false;
  /// Branch prediction gives one line of code a cycle, up to a taken branch,
  /// and is at most so many lines ahead of the op cache; 0: any number.
  unsigned LinesAhead = 0;
  /// CacheWidth and EntryOps count instructions (docs/zen5.md).
  bool CountsInstrs = false;
  /// Cycles from one in which a part of one line, and nothing else, was read to
  /// the one in which its next part is; ≥ 1. Behind a taken branch no other
  /// line is read beside the rest of the first such line, if these are more
  /// than one (docs/zen5.md).
  unsigned LineAgain = 1;
  /// A taken branch, and what is fused to it, is in the line where it ends.
  /// Behind more places than these no second line is read (docs/zen3.md).
  bool BranchesByEnd = false;
  unsigned SecondBehind = ~0u;
  /// Macro-ops between front end and dispatch.
  unsigned OpQueue = 144;
  /// Code begins with that queue full, as behind a fence (docs/zen4.md). A loop
  /// of which an iteration is delivered in each cycle would otherwise keep to
  /// one in each cycle's dispatch for ever.
  bool StartsFull = false;
};

/// Which port a µop gets that may use several.
enum class PortChoice : uint8_t {
  AtDispatch, ///< any free one when the µop is ready
  SixPorts,   ///< at issue, as Sandy Bridge
  EightPorts, ///< at issue, as Haswell (uiCA paper, 4.1.2)
  TenPorts,   ///< at issue, as Ice Lake
  /// At issue, as Golden Cove: by the backlogs of a cycle before, the place in
  /// the cycle and those before it (measured, docs/granite-rapids.md).
  TwelvePorts,
  Uniform, ///< at issue, pseudo-random (the paper's "simple")
};

enum class MoveElimination : uint8_t {
  Never,
  Slots, ///< while aliasing registers are within the slots
  Always,
};

struct Renamer {
  PortChoice Ports = PortChoice::AtDispatch;
  /// A port whose backlog is larger by this than the smallest is not chosen.
  unsigned PortImbalance = 3;
  /// TenPorts, TwelvePorts: ports that come first of those with equal backlogs,
  /// the first one first; then the highest one. Indices into Cpu::Resources,
  /// each once.
  std::vector<unsigned> PortOrder;
  /// Sets of ports that are taken in turn.
  std::vector<uint64_t> Alternating;

  MoveElimination Moves = MoveElimination::Always;
  /// Moves that are eliminated in one cycle; none: no limit.
  std::optional<unsigned> MovesPerCycle;
  /// Registers with several names at a time; none: no limit.
  std::optional<unsigned> GeneralMoveSlots, VectorMoveSlots;
  /// Cycles that the elimination takes, in which its slots are not known yet.
  unsigned MovePipeline = 1;
  /// A general register's slot is free only after all its names were
  /// overwritten.
  bool MoveSlotsUntilOverwritten = false;

  /// ah, bh, ch, dh are renamed apart; reading the whole register after a
  /// write merges with a µop on MergePorts that issues in a cycle of its own.
  bool HighBytesApart = false;
  uint64_t MergePorts = 0;

  /// The front end follows push, pop, call and ret. An instruction that uses
  /// the stack pointer otherwise gets a µop on StackSyncPorts in front of it,
  /// also when more than StackReach bytes were popped.
  bool StackEngine = false;
  uint64_t StackSyncPorts = 0;
  unsigned StackReach = 192;
  /// What the stack pointer is off is added to addresses: memory operands that
  /// it is the base of, computed addresses of it and a displacement, and copies
  /// of it of 32 bits and more take no such µop (docs/zen4-memory.md).
  bool StackInAddresses = false;
  /// Whatever takes such a µop does so even if push and pop have not moved the
  /// stack pointer since the last one; then it has no port, and nothing waits
  /// for it. If they have, it has, however far and whatever else was written to
  /// the stack pointer. One in a cycle is issued, in the same cycle as the
  /// first fused-domain µop behind it (docs/zen4-memory.md).
  bool StackSyncsEveryUse = false;

  /// An instruction of at most so many fused-domain µops does not begin in a
  /// cycle that has not as many of the width left, or no places by CycleBinding
  /// for its operations. Where something else is full behind its first µop it
  /// may be split all the same. 0: it may always be.
  unsigned WholeUops = 0;
  /// A queued µop that comes apart into several is one of the first so many of
  /// a cycle, and at most so many of them go in a cycle (measured,
  /// docs/granite-rapids.md); ≥ 1. None: no limit.
  std::optional<unsigned> ApartPlaces, ApartPerCycle;
  /// Instructions of more µops come from microcode and are issued in cycles of
  /// their own.
  bool MicrocodeApart = false;

  /// Largest absolute value of what FormCondition::ShortConstant asks for; 0:
  /// no correction may ask.
  unsigned ShortConstants = 0;
};

/// Ports of the register file for what µops read beyond two operands, which
/// several ports share (docs/zen4-schedulers.md).
struct SharedReads {
  /// Sets of Cpu::Resources, each of which shares one: one µop a cycle reads
  /// there, and one that takes its port for several cycles does so in all of
  /// them. It is for µops that read three vectors or more, and for the one of
  /// these that Correction::Shared says. Empty: nothing is shared.
  std::vector<uint64_t> Sides;
  /// Ports whose µops read there every vector; those that are on no side, on
  /// any. They do not get in each other's way.
  uint64_t Always = 0;
  /// On each side the µops for these ports go first, Always last of all.
  uint64_t First = 0;
  /// What was made so many cycles before or fewer is not read there, but handed
  /// on: before the µop was ready, if it has its port for one cycle, else
  /// before it goes.
  unsigned HandedOn = 0;
  /// µops for First and those for the others take turns (sim::ReadPorts), by
  /// what there was so many cycles before. 0: they do not.
  unsigned TurnsAfter = 0;
  /// So many cycles after it could go one of the others asks for its turn that
  /// had all its operands when it was issued.
  unsigned AsksAfter = 0;
  /// The most that these two may be.
  static constexpr unsigned MostCyclesBack = 7;
};

struct Scheduling {
  /// Cycles from issue until a µop can be dispatched.
  unsigned IssueToDispatch = 1;
  /// An operand that arrives in the first LateWindow cycles in which the µop
  /// could be dispatched delays it by another cycle (uiCA-model, scheduler).
  unsigned LateWindow = 0;
  /// Cycles from dispatch until a µop can count as executed at the earliest.
  unsigned ExecuteDelay = 1;
  /// Ports that have a result bus each, and pieces of results
  /// (KernelInstr::Results) that it carries in a cycle. A µop whose result
  /// would be too much for its port's bus waits, and its port with it.
  uint64_t ResultPorts = 0;
  /// Those in registers of vectors and masks do not go over these buses.
  bool IntegerResults = false;
  unsigned PortResults = 1;
  /// Not 0: younger µops take the port of one that waits for its bus. But where
  /// a bus had no room for the next cycle's results for so many cycles in a
  /// row, at the end of which the oldest µop of the port had to wait, that one
  /// keeps the others from the port until it goes (docs/zen4.md).
  unsigned ResultPatience = 0;
  /// Of ResultPatience: it never does.
  static constexpr unsigned Endless = ~0u;
  /// Ports that hand on one result of vectors or masks a cycle: one that would
  /// come in the same cycle as an earlier one's comes as many cycles later as
  /// it must, and the port takes the next µop all the same
  /// (docs/zen4-schedulers.md). Where ports are chosen at dispatch.
  uint64_t LateResults = 0;
  /// A µop that may use these ports only and reads a general register is tried
  /// too early if its producer, a µop of one cycle on these ports, was issued
  /// in the same cycle or the one before and had its operands at once: the two
  /// are taken to be ready together. It has the port for one more cycle
  /// (docs/zen5.md).
  uint64_t EarlyTries = 0;
  /// Where ports are chosen at dispatch.
  SharedReads Reads;
};

/// A queue between dispatch and some of the ports: a dispatch queue of Arm's
/// cores (Cortex-A72 software optimization guide, section 4.1), one of AMD's
/// schedulers. A µop belongs to every queue that has all the ports that it may
/// use: the Cortex-A72's µop on F0 counts for the queue of F0 and for the one
/// that F0 and F1 share (bastian-thesis, section 3.3.2). A µop that no queue
/// has all ports of goes to one of those that have some of them.
struct DispatchQueue {
  std::string Name;
  uint64_t Ports = 0; ///< of Cpu::Resources, at least one
  /// µops that enter it in a cycle; none: no limit of its own.
  std::optional<unsigned> Width;
  /// Unfused-domain µops that wait in it, and in front of it, where no port
  /// picks from (AMD's non-scheduling queue); none: no limit that is known.
  std::optional<unsigned> Entries, Waiting;
  /// A µop with several such queues gets one by chance, in proportion to its
  /// ports there (measured on Zen 5: docs/zen5.md).
  bool ByChance = false;
};

/// Entries that µops of several queues, or of none, hold together: AMD's
/// floating-point unit.
struct CommonEntries {
  /// Of Cpu::Resources: µops that may use one of them as port, or take it
  /// beside their port, hold an entry from issue until dispatch; 0: none do.
  uint64_t Ports = 0;
  unsigned Entries = 0;
};

/// How µops are bound to queues a cycle at a time (sim::CycleBinder).
struct CycleBinding {
  static constexpr unsigned MaxQueues = 4;
  /// One of each of these queues' ports, of Cpu::Resources: a cycle binds one
  /// operation to the queue of each, and beside it one µop to its other ports;
  /// 0: µops are not bound so.
  uint64_t FirstPorts = 0;
  /// Cycles after which the choice knows that a µop entered or left a queue.
  unsigned SeenAfter = 1, LeftAfter = 1;
  /// Cycles after which the entry of a µop that left for its port can be taken.
  unsigned FreeAfter = 1;
  /// Nothing is dispatched to any of these queues unless each has so many free
  /// entries, as if the cycle before, if anything was dispatched to them in it,
  /// had put so many µops into each. A µop has its other place without using
  /// another of its ports only where its queue had twice as many when the cycle
  /// before that began, thrice if it had any (docs/zen4-schedulers.md).
  unsigned Reserve = 1;
  /// Those of FirstPorts whose queues take no second operation in a cycle that
  /// can go nowhere else.
  uint64_t SinglePorts = 0;
};

/// How µops are bound to queues by their place in dispatch (sim::PlaceBinder).
struct PlaceBinding {
  /// Ports, of Cpu::Resources, each in a queue of its own. A µop that may use
  /// no others goes to a queue of Even if its fused-domain µop is in an even
  /// place, counted over all that are dispatched, else to one of Odd. Those of
  /// one rank in both are a pair. Empty: µops are not bound so.
  std::vector<uint8_t> Even, Odd;
  /// Where the queues of a pair differed by so many entries when the cycle so
  /// many before was over, the cycle's µops take turns.
  unsigned Difference = 1, DifferenceAfter = 1;
  /// So many of Cpu::Together were held: each goes the other way than the last
  /// or, where queues that it may use on either side differ by Difference, to
  /// the emptiest one, however many a side holds, and does not alternate there.
  unsigned Total = 1, TotalAfter = 1;
  /// ... unless so many µops left the queues of Even and Odd for their ports in
  /// FlowCycles cycles up to the one so many before (measured:
  /// docs/zen4-schedulers.md, "The emptier side").
  unsigned Flow = 1, FlowCycles = 1, FlowAfter = 1;
  /// Who may use several queues of a side alternates between them, but goes to
  /// the emptiest one where they differed by so many entries when the cycle so
  /// many before was over.
  unsigned Uneven = 1, UnevenAfter = 1;
  /// The queues of a side that held so many entries when the last cycle was
  /// over get no more while those of the other side hold fewer.
  unsigned Full = 1;
};

/// How µops are bound to queues by the half of a dispatch cycle that they are
/// in (sim::HalfBinder).
struct HalfBinding {
  /// Ports, of Cpu::Resources, each in a queue of its own. A µop that may use
  /// no others goes to a queue of the first list if its fused-domain µop is in
  /// one of the first places of its cycle, up to half the front end's width,
  /// else to one of the second; within it to the queue behind the one that got
  /// the last µop, if it may. Empty: µops are not bound so.
  std::array<std::vector<uint8_t>, 2> Ports;
  /// It is the other way round in a cycle at whose begin the queues of the
  /// first list held so many more than those of the second.
  unsigned Difference = 1;
  /// µops that the queues of a side hold. None is bound in a cycle at whose
  /// begin a side with some has no room for half the front end's width.
  unsigned Entries = 0;
};

/// Fused-domain µops of a reorder buffer whose size is not known. Finite, or a
/// front end that is faster than the back end would fill it for ever.
constexpr unsigned UnknownReorderBuffer = 512;

/// Queues that a CPU may have: sets of them are 32 bits.
constexpr unsigned MaxQueues = 32;

} // namespace takt

#endif // TAKT_MODELS_PIPELINE_H
