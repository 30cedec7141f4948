//===- Events.h - Hand-made simulations -------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_TEST_UNIT_TAKT_EVENTS_H
#define TAKT_TEST_UNIT_TAKT_EVENTS_H

#include "PipelineTrace.h"
#include <map>
#include <vector>

namespace takt::test {

/// A µop's way through the machine, in cycles from the start of its iteration;
/// -1: does not happen.
struct Way {
  uint32_t Instr = 0;
  uint16_t Queued = 0, Fused = 0, Uop = 0;
  int Port = -1;
  int Predecoded = -1, QueuedAt = -1, Issued = -1, Ready = -1, Dispatched = -1,
      Executed = -1, Retired = -1;
  UopSource From = UopSource::UopCache;
  UopOrigin Origin = UopOrigin::Instruction;
  bool Eliminated = false;
};

/// Every iteration goes the same \p Ways, \p Cycles after the one before it.
struct FakeSimulation {
  std::vector<Way> Ways;
  uint64_t Cycles = 1;
  SimulationResult Result;
  /// Iterations that are simulated at most, whatever is asked for.
  uint64_t Most = 100000;
  /// Runs so far, and cycles asked for in the last one.
  unsigned Runs = 0;
  uint64_t Asked = 0;

  SimulationResult operator()(const Kernel &, const Cpu &,
                              const SimulationOptions &O) {
    ++Runs;
    Asked = O.MinCycles;
    if (O.Listener)
      for (const PipelineEvent &E : events(O.MinCycles / Cycles + 1))
        O.Listener->event(E);
    return Result;
  }

  /// In order of cycles.
  std::vector<PipelineEvent> events(uint64_t Iterations) const {
    std::vector<PipelineEvent> Events;
    for (uint64_t I = 0; I != std::min(Iterations, Most); ++I)
      for (const Way &W : Ways)
        add(Events, W, I);
    // Stable, and std::stable_sort would need what C++17 deprecates.
    std::multimap<uint64_t, PipelineEvent> Sorted;
    for (const PipelineEvent &E : Events)
      Sorted.insert({E.Cycle, E});
    Events.clear();
    for (const auto &[Cycle, E] : Sorted)
      Events.push_back(E);
    return Events;
  }

private:
  void add(std::vector<PipelineEvent> &Events, const Way &W,
           uint64_t Iteration) const {
    PipelineEvent E;
    E.From = W.From;
    E.Origin = W.Origin;
    E.Port = W.Port;
    E.Iteration = Iteration;
    E.Instr = W.Instr;
    E.Queued = W.Queued;
    E.Fused = W.Fused;
    E.Uop = W.Uop;
    E.Eliminated = W.Eliminated;
    const std::pair<Stage, int> Stages[] = {
        {Stage::Predecoded, W.Predecoded}, {Stage::Queued, W.QueuedAt},
        {Stage::Issued, W.Issued},         {Stage::Ready, W.Ready},
        {Stage::Dispatched, W.Dispatched}, {Stage::Executed, W.Executed},
        {Stage::Retired, W.Retired}};
    for (const auto &[S, At] : Stages)
      if (At >= 0) {
        E.What = S;
        E.Cycle = Iteration * Cycles + At;
        Events.push_back(E);
      }
  }
};

} // namespace takt::test

#endif // TAKT_TEST_UNIT_TAKT_EVENTS_H
