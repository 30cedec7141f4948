//===- PipelineTrace.h - What happened in a few iterations ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The record that the timeline and the trace are drawn from: a listener that
/// keeps what happened to the µops of some iterations, and beside it what the
/// whole machine did in these cycles.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_TAKT_PIPELINETRACE_H
#define TAKT_TOOLS_TAKT_PIPELINETRACE_H

#include "takt/models/Simulation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <vector>

namespace takt {

/// The cycle of what did not happen.
constexpr uint64_t NeverCycle = ~uint64_t(0);

/// What happened to one µop of the unfused domain, or to a queued one that was
/// not issued before the simulation ended.
struct UopTrace {
  UopOrigin Origin = UopOrigin::Instruction;
  UopSource From = UopSource::None;
  bool Eliminated = false;
  int8_t Port = -1;
  uint16_t QueuedIndex = 0, Fused = 0, Uop = 0; ///< as in PipelineEvent
  /// Cycle of each Stage, or NeverCycle. A merge is never queued, and what
  /// needs no port is never dispatched.
  std::array<uint64_t, 7> Cycles;

  UopTrace() { Cycles.fill(NeverCycle); }
  uint64_t at(Stage S) const { return Cycles[size_t(S)]; }
  uint64_t &at(Stage S) { return Cycles[size_t(S)]; }
  bool has(Stage S) const { return at(S) != NeverCycle; }
};

/// One instruction in one iteration.
struct InstrTrace {
  uint64_t Iteration = 0;
  uint32_t Instr = 0;
  uint64_t Predecoded = NeverCycle;
  /// As the renamer sees them: stack sync, merges, then the others in order.
  llvm::SmallVector<UopTrace, 2> Uops;
};

/// What the machine did in one cycle, for all iterations.
struct CycleTrace {
  struct Dispatch {
    int8_t Port = -1;
    UopOrigin Origin = UopOrigin::Instruction;
    uint16_t Uop = 0;
    uint32_t Instr = 0;
    uint64_t Iteration = 0;
  };
  std::array<uint16_t, 5> Queued = {}; ///< µops by UopSource
  uint16_t Issued = 0, Retired = 0;    ///< fused-domain µops
  llvm::SmallVector<Dispatch, 6> Dispatches;
};

/// Keeps what happens to the iterations [First, First + Count).
class PipelineTrace : public PipelineListener {
public:
  PipelineTrace(const Kernel &K, uint64_t First, uint64_t Count);
  void event(const PipelineEvent &E) override;

  /// Sorts the µops. To be called once, after the simulation.
  void finish();

  /// All µops of the iterations have retired.
  bool complete() const { return Complete; }
  uint64_t firstIteration() const { return First; }
  uint64_t iterations() const { return Count; }
  /// In program order.
  llvm::ArrayRef<InstrTrace> instrs() const { return Instrs; }
  /// From firstCycle() on, in which the first thing happened to them, to the
  /// last one.
  llvm::ArrayRef<CycleTrace> cycles() const { return Cycles; }
  uint64_t firstCycle() const { return FirstCycle; }
  uint64_t endCycle() const { return FirstCycle + Cycles.size(); }

private:
  void count(const PipelineEvent &E);
  void record(const PipelineEvent &E, InstrTrace &I);
  CycleTrace &cycle(uint64_t Cycle);

  uint64_t First, Count;
  size_t InstrsPerIteration;
  std::vector<InstrTrace> Instrs;
  std::vector<CycleTrace> Cycles;
  /// The cycle at hand while nothing of the iterations has happened yet.
  CycleTrace Before;
  uint64_t BeforeCycle = 0, FirstCycle = NeverCycle, LastCycle = 0;
  /// The fused-domain µop that was issued or retired last.
  struct FusedId {
    uint64_t Iteration = NeverCycle;
    uint32_t Instr = 0;
    uint16_t Fused = 0;
    UopOrigin Origin = UopOrigin::Instruction;
  };
  static bool isNew(FusedId &Last, const PipelineEvent &E);
  FusedId LastIssued, LastRetired;
  bool Complete = false;
};

/// What the user wants to see of the steady state.
struct TraceWindow {
  /// The first iteration; none: the first one that is in the steady state from
  /// the front end on.
  std::optional<uint64_t> First;
  /// How many; 0: a period, but at least two and at most four, and fewer of
  /// long loops.
  uint64_t Count = 0;
};

/// takt::simulate, or what a test puts in its place.
using SimulateFn = llvm::function_ref<SimulationResult(
    const Kernel &, const Cpu &, const SimulationOptions &)>;

/// A simulation and the trace of some of its iterations.
struct TracedRun {
  SimulationResult Result;
  PipelineTrace Trace;
};

/// Simulates \p K on \p C several times: to find the period, then to record it.
/// If the iterations do not end within a bounded time, the trace is not
/// complete.
TracedRun traceRun(const Kernel &K, const Cpu &C, const TraceWindow &W,
                   SimulateFn Simulate);

} // namespace takt

#endif // TAKT_TOOLS_TAKT_PIPELINETRACE_H
