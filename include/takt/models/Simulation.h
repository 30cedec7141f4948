//===- Simulation.h - The cycle-level machine -------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a kernel on the machine that a CPU file describes: front end, renamer,
/// schedulers, ports, reorder buffer, load and store buffers, retirement (uiCA
/// paper, section 4). The state of the machine at the start of an iteration is
/// finite and determines the next one, so the run becomes periodic
/// (bastian-thesis, section 1.2.3); the simulation finds a period by comparing
/// states and returns an exact fraction. Views and tools listen to events.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIMULATION_H
#define TAKT_MODELS_SIMULATION_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"

namespace takt {

/// What happens to an instruction or a µop.
enum class Stage : uint8_t {
  Predecoded, ///< an instruction reached the instruction queue
  Queued,     ///< a µop reached the µop queue; PipelineEvent::From says whence
  Issued,     ///< renamed, in reorder buffer and scheduler; Port is chosen
  Ready,      ///< all operands are there
  Dispatched, ///< sent to Port
  Executed,   ///< its results are there
  Retired,
};

/// What delivers µops to the queue.
enum class UopSource : uint8_t {
  None, ///< a front end without such parts
  Decoders,
  Microcode,
  UopCache,
  LoopStream,
};

/// Where a µop comes from.
enum class UopOrigin : uint8_t {
  Instruction,
  Merge,     ///< Uop::Merge
  StackSync, ///< inserted by the stack engine in front of the instruction
  /// The same where the stack pointer has not moved: an empty place
  /// (Renamer::StackSyncsEveryUse).
  StackPlace,
};

/// Whether the stack engine inserts it.
constexpr bool isByStackEngine(UopOrigin O) {
  return O == UopOrigin::StackSync || O == UopOrigin::StackPlace;
}

struct PipelineEvent {
  Stage What = Stage::Predecoded;
  UopSource From = UopSource::None;
  UopOrigin Origin = UopOrigin::Instruction;
  /// Index into Cpu::Resources; -1: no port. Issued and later.
  int8_t Port = -1;
  /// Counted from 0.
  uint64_t Cycle = 0;
  uint64_t Iteration = 0;
  uint32_t Instr = 0; ///< index into Kernel::Instrs
  /// Which queued µop of the instruction (Queued and later), fused-domain µop
  /// and unfused µop (Issued and later; Uop indexes KernelInstr::Uops, or
  /// Executed where Eliminated is false and the instruction is a move).
  /// NoUop: a slot of the renamer without µop, which is only issued and
  /// retired.
  uint16_t Queued = 0, Fused = 0, Uop = 0;
  static constexpr uint16_t NoUop = 0xffff;
  /// Issued: the renamer eliminated the move.
  bool Eliminated = false;
};

/// A view or a tool that follows a simulation.
class PipelineListener {
public:
  virtual ~PipelineListener();
  /// Called in order of cycles.
  virtual void event(const PipelineEvent &E) = 0;
};

/// Which limits the machine is rid of, to see what they cost.
struct Relaxation {
  bool FrontEnd = false;   ///< the µop queue is always full
  bool IssueWidth = false; ///< any number of µops is issued and retired
  bool Ports = false;      ///< every port takes any number of µops per cycle
  bool Units = false;      ///< dividers and the like are free at once
  /// Those of these ports and units take any number of µops per cycle.
  ResourceMask Resources = 0;
  bool Moves = false;             ///< every move that may be eliminated is
  bool Banks = false;             ///< no loads meet in a bank of the cache
  bool LoneStores = false;        ///< those of takt::LoneStores leave together
  bool Dependences = false;       ///< operands are ready at once
  bool MemoryDependences = false; ///< only those through memory
  bool Buffers = false; ///< reorder buffer, schedulers, load/store buffers
  bool Order = false;   ///< no instruction waits for others or holds them up
};

struct SimulationOptions {
  /// Cycles after which a search for the period ends; 8 more for each unfused
  /// µop of the kernel, and up to eight times as many until three iterations
  /// have retired. It ends before, from cycle Patience on, as soon as the
  /// mean that stands for a period is known (SimulationResult::Exact).
  uint64_t MaxCycles = 20000, Patience = 1024;
  Relaxation Without;
  PipelineListener *Listener = nullptr;
  /// Simulate at least so many cycles, for a listener; the result is the same.
  uint64_t MinCycles = 0;
};

/// What was in somebody's way in a run. Without a limit that was in nobody's
/// way the run would be the same, so it costs nothing.
struct LimitsMet {
  /// Ports and units that a µop would have gone to earlier if they took any
  /// number of them: of ports that share µops with each other one at least, and
  /// maybe others as well.
  ResourceMask Resources = 0;
  /// The renamer found its queue empty behind the first iteration.
  bool FrontEnd = false;
  bool Moves = false; ///< one that may be eliminated was not
  bool Banks = false; ///< loads met in a bank of the cache
  /// µops waited for room in a buffer or scheduler, or were bound elsewhere
  /// since there was little.
  bool Buffers = false;
  /// Stores left one at a time, as takt::LoneStores has it. Set by simulate(),
  /// which is who lets them.
  bool LoneStores = false;
};

struct SimulationResult {
  /// Cycles per iteration in the steady state.
  Rational Cycles;
  /// Cycles is exact: the state after Period iterations is the same. Otherwise
  /// no period was found within the budget, and Cycles is the mean over the
  /// second half of the first 500 cycles and 10 iterations, as measurements and
  /// uiCA take it.
  bool Exact = false;
  /// Iterations of a period, and the first iteration and cycle of the first
  /// one; 0 if not Exact.
  uint64_t Period = 0, FirstIteration = 0, FirstCycle = 0;
  /// Cycles simulated in all.
  uint64_t Simulated = 0;
  LimitsMet Met;
};

/// Simulates \p K on \p C. Offsets of the instructions (KernelInstr::Offset)
/// count from a 64 byte boundary. \p K holds Kernel::verify's invariants.
/// Terminates for every kernel, see SimulationOptions::MaxCycles.
SimulationResult simulate(const Kernel &K, const Cpu &C,
                          const SimulationOptions &Options = {});

} // namespace takt

#endif // TAKT_MODELS_SIMULATION_H
