//===- FrontEndAlone.cpp - A front end without a back end -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontEnd.h"
#include "takt/models/FrontEndLimits.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

namespace {

/// Takes the issue width out of the queue in every cycle.
class Drain {
public:
  Drain(const Kernel &K, const Cpu &C) : Width(C.Fetch.Width) {
    for (const KernelInstr &I : K.Instrs) {
      const unsigned Queued = sim::queuedUops(I, C);
      Weights.push_back(Queued ? divideUp(I.FusedUops, Queued) : 1);
    }
  }

  /// \returns the last iteration of which a µop was taken, at least \p Last.
  uint64_t cycle(sim::UopQueue &Queue, uint64_t Last) {
    unsigned Taken = 0;
    while (!Queue.empty()) {
      const sim::QueuedUop &U = Queue.front();
      const bool IsSync = isByStackEngine(U.Origin);
      // µops that are un-laminated issue together.
      const unsigned Weight = IsSync ? 1 : Weights[U.Instr];
      if (Taken && Taken + Weight > Width)
        return Last;
      Taken += Weight;
      Last = U.Iteration;
      Queue.pop();
    }
    return Last;
  }

private:
  static unsigned divideUp(unsigned A, unsigned B) {
    return std::max(1u, (A + B - 1) / B);
  }
  const unsigned Width;
  /// Fused-domain µops for each queued one.
  std::vector<unsigned> Weights;
};

/// The front end with its queue, and the search for a period (Brent: compare
/// with a state that is replaced after 1, 2, 4, ... iterations).
class FrontEndRun {
public:
  FrontEndRun(const Kernel &K, const Cpu &C, const SimulationOptions &Options)
      : Options(Options), Queue(sim::queueCapacity(C)),
        Out(K, C, Queue, Options.Listener),
        Unit(sim::makeFrontEnd(C.Fetch.Kind,
                               {K, C, Queue, Out, Options.Listener})),
        Back(K, C) {}

  SimulationResult run();

private:
  /// \returns whether the state was there before.
  bool isPeriod(uint64_t Now);

  const SimulationOptions &Options;
  sim::UopQueue Queue;
  sim::UopDelivery Out;
  std::unique_ptr<sim::FrontEnd> Unit;
  Drain Back;
  uint64_t Iteration = 0;
  sim::StateWriter State;
  SmallVector<uint64_t, 0> Saved;
  uint64_t SavedCycle = 0, SavedIteration = 0, Next = 1;
};

} // namespace

bool FrontEndRun::isPeriod(uint64_t Now) {
  State.begin(Now, Iteration);
  Unit->state(State);
  Out.state(State);
  State.word(Queue.size());
  for (unsigned I = 0; I != Queue.size(); ++I) {
    State.iteration(Queue[I].Iteration);
    State.word(uint64_t(Queue[I].Instr) << 32 | uint64_t(Queue[I].Index) << 8 |
               uint64_t(Queue[I].Origin));
  }
  if (State.words() == ArrayRef(Saved))
    return true;
  if (Iteration >= Next) {
    Next = 2 * Iteration;
    Saved.assign(State.words().begin(), State.words().end());
    SavedCycle = Now;
    SavedIteration = Iteration;
  }
  return false;
}

SimulationResult FrontEndRun::run() {
  SimulationResult R;
  uint64_t HalfCycle = 0, HalfIteration = 0, Now = 0;
  for (; Now != Options.MaxCycles && (!R.Exact || Now < Options.MinCycles);
       ++Now) {
    const uint64_t Last = Back.cycle(Queue, Iteration);
    Unit->cycle(Now);
    if (Now == Options.MaxCycles / 2) {
      HalfCycle = Now;
      HalfIteration = Last;
    }
    if (Last == Iteration || R.Exact)
      continue;
    Iteration = Last;
    if (!isPeriod(Now))
      continue;
    R.Exact = true;
    R.Period = Iteration - SavedIteration;
    R.FirstIteration = SavedIteration;
    R.FirstCycle = SavedCycle;
    R.Cycles = Rational(Now - SavedCycle, R.Period);
  }
  R.Simulated = Now;
  if (!R.Exact && Iteration > HalfIteration)
    R.Cycles = Rational(Now - HalfCycle, Iteration - HalfIteration);
  else if (!R.Exact)
    R.Cycles = Rational(Now, Iteration + 1);
  return R;
}

SimulationResult takt::simulateFrontEnd(const Kernel &K, const Cpu &C,
                                        const SimulationOptions &Options) {
  uint64_t Uops = 0;
  for (const KernelInstr &I : K.Instrs)
    Uops += sim::queuedUops(I, C);
  if (Uops == 0) {
    SimulationResult R;
    R.Exact = true;
    R.Period = 1;
    return R;
  }
  return FrontEndRun(K, C, Options).run();
}
