//===- PipelineTrace.cpp - What happened in a few iterations --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineTrace.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace takt;

PipelineTrace::PipelineTrace(const Kernel &K, uint64_t First, uint64_t Count)
    : First(First), Count(Count), InstrsPerIteration(K.Instrs.size()),
      Instrs(InstrsPerIteration * Count) {
  for (const auto &[N, I] : enumerate(Instrs)) {
    I.Iteration = First + N / InstrsPerIteration;
    I.Instr = N % InstrsPerIteration;
  }
}

CycleTrace &PipelineTrace::cycle(uint64_t Cycle) {
  if (FirstCycle == NeverCycle) {
    if (Cycle != BeforeCycle)
      Before = {};
    BeforeCycle = Cycle;
    return Before;
  }
  if (Cycle >= endCycle())
    Cycles.resize(Cycle - FirstCycle + 1);
  return Cycles[Cycle - FirstCycle];
}

bool PipelineTrace::isNew(FusedId &Last, const PipelineEvent &E) {
  const bool Same = Last.Iteration == E.Iteration && Last.Instr == E.Instr &&
                    Last.Fused == E.Fused && Last.Origin == E.Origin;
  Last = {E.Iteration, E.Instr, E.Fused, E.Origin};
  return !Same;
}

void PipelineTrace::count(const PipelineEvent &E) {
  CycleTrace &C = cycle(E.Cycle);
  switch (E.What) {
  case Stage::Queued:
    ++C.Queued[size_t(E.From)];
    return;
  case Stage::Issued:
    C.Issued += isNew(LastIssued, E);
    return;
  case Stage::Retired:
    C.Retired += isNew(LastRetired, E);
    return;
  case Stage::Dispatched:
    C.Dispatches.push_back({E.Port, E.Origin, E.Uop, E.Instr, E.Iteration});
    return;
  case Stage::Predecoded:
  case Stage::Ready:
  case Stage::Executed:
    return;
  }
}

void PipelineTrace::event(const PipelineEvent &E) {
  // µops retire in order: with one of a later iteration all is over, but for
  // the rest of the last cycle.
  Complete |= E.What == Stage::Retired && E.Iteration >= First + Count;
  if (Complete && E.Cycle > LastCycle)
    return;
  const bool Shown = E.Iteration >= First && E.Iteration - First < Count &&
                     E.Instr < InstrsPerIteration;
  if (Shown && FirstCycle == NeverCycle) {
    cycle(E.Cycle);
    FirstCycle = E.Cycle;
    Cycles.push_back(std::move(Before));
  }
  count(E);
  if (!Shown)
    return;
  LastCycle = E.Cycle;
  record(E, Instrs[(E.Iteration - First) * InstrsPerIteration + E.Instr]);
}

void PipelineTrace::record(const PipelineEvent &E, InstrTrace &I) {
  const auto Issued = [](const UopTrace &U) { return U.has(Stage::Issued); };
  switch (E.What) {
  case Stage::Predecoded:
    I.Predecoded = E.Cycle;
    return;
  case Stage::Queued: {
    UopTrace &U = I.Uops.emplace_back();
    U.Origin = E.Origin;
    U.From = E.From;
    U.QueuedIndex = E.Queued;
    U.at(Stage::Queued) = E.Cycle;
    return;
  }
  case Stage::Issued: {
    // The first µop made of a queued one takes its place, the others go beside
    // it.
    auto U = find_if(I.Uops, [&](const UopTrace &X) {
      return X.Origin == E.Origin && X.QueuedIndex == E.Queued &&
             X.has(Stage::Queued);
    });
    if (U == I.Uops.end()) {
      I.Uops.emplace_back().QueuedIndex = E.Queued;
      U = std::prev(I.Uops.end());
    } else if (Issued(*U)) {
      UopTrace Other;
      Other.From = U->From;
      Other.QueuedIndex = E.Queued;
      Other.at(Stage::Queued) = U->at(Stage::Queued);
      I.Uops.push_back(Other);
      U = std::prev(I.Uops.end());
    }
    U->Origin = E.Origin;
    U->Fused = E.Fused;
    U->Uop = E.Uop;
    U->Port = E.Port;
    U->Eliminated = E.Eliminated;
    U->at(Stage::Issued) = E.Cycle;
    if (E.Uop == PipelineEvent::NoUop)
      U->at(Stage::Executed) = E.Cycle;
    return;
  }
  case Stage::Retired:
    for (UopTrace &U : I.Uops)
      if (Issued(U) && U.Origin == E.Origin && U.Fused == E.Fused)
        U.at(Stage::Retired) = E.Cycle;
    return;
  case Stage::Ready:
  case Stage::Dispatched:
  case Stage::Executed:
    for (UopTrace &U : I.Uops)
      if (Issued(U) && U.Origin == E.Origin && U.Uop == E.Uop) {
        U.at(E.What) = E.Cycle;
        if (E.Port >= 0)
          U.Port = E.Port;
      }
    return;
  }
}

void PipelineTrace::finish() {
  const auto Key = [](const UopTrace &U) {
    const int Order[] = {2, 1, 0}; // by UopOrigin
    return std::tuple(Order[size_t(U.Origin)], U.QueuedIndex, U.Fused, U.Uop);
  };
  for (InstrTrace &I : Instrs)
    llvm::sort(I.Uops, [&](const UopTrace &A, const UopTrace &B) {
      return Key(A) < Key(B);
    });
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// Finds the first iteration of which nothing happened before a cycle.
class FirstBehind : public PipelineListener {
public:
  explicit FirstBehind(uint64_t Cycle) : Cycle(Cycle) {}
  void event(const PipelineEvent &E) override {
    if (E.Cycle < Cycle)
      Iteration = std::max(Iteration, E.Iteration + 1);
  }
  uint64_t Iteration = 0;

private:
  uint64_t Cycle;
};

} // namespace

/// The first iteration that is in the steady state from its first event on. The
/// front end runs ahead of the renamer, where iterations are counted from.
static uint64_t firstSteady(const Kernel &K, const Cpu &C,
                            const SimulationResult &R, SimulateFn Simulate) {
  if (R.Cycles == Rational(0))
    return 0;
  // Without a period what was simulated last is the most settled.
  if (!R.Exact)
    return R.Simulated / 2 * R.Cycles.den() / R.Cycles.num();
  FirstBehind Behind(R.FirstCycle);
  SimulationOptions Options;
  Options.Listener = &Behind;
  Simulate(K, C, Options);
  return std::max(R.FirstIteration, Behind.Iteration);
}

/// Iterations to show unless the user says how many.
static uint64_t usualCount(const Kernel &K, const SimulationResult &R) {
  constexpr uint64_t MostUops = 400;
  const uint64_t Fit =
      MostUops / std::max<uint64_t>(
                     1, std::max<uint64_t>(K.unfusedUops(), K.Instrs.size()));
  const uint64_t Wanted = std::clamp<uint64_t>(R.Period, 2, 4);
  return std::clamp<uint64_t>(Fit, 1, Wanted);
}

/// The cycle in which \p Iteration begins, about.
static uint64_t cycleOf(const SimulationResult &R, uint64_t Iteration) {
  return R.FirstCycle + Iteration * R.Cycles.num() / R.Cycles.den();
}

TracedRun takt::traceRun(const Kernel &K, const Cpu &C, const TraceWindow &W,
                         SimulateFn Simulate) {
  const SimulationResult R = Simulate(K, C, {});
  const uint64_t First = W.First ? *W.First : firstSteady(K, C, R, Simulate);
  const uint64_t Count = W.Count ? W.Count : usualCount(K, R);

  SimulationOptions Options;
  Options.MinCycles = cycleOf(R, First + Count + 2);
  // It takes a while until the last µop has retired, how long is not known.
  for (uint64_t More = 256;; More *= 4) {
    PipelineTrace Trace(K, First, Count);
    Options.MinCycles += More;
    Options.MaxCycles =
        std::max(SimulationOptions().MaxCycles, Options.MinCycles);
    Options.Listener = &Trace;
    Simulate(K, C, Options);
    if (Trace.complete() || More > 100000) {
      Trace.finish();
      return {R, std::move(Trace)};
    }
  }
}
