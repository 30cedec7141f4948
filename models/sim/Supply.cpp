//===- Supply.cpp - Whether the front end keeps up --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supply.h"
#include <numeric>

using namespace llvm;

namespace takt::sim {

/// The front end and the core's demand, which is that of \p Core again and
/// again, from \p Begin to \p End. \returns whether something was always left.
bool Supply::advance(FrontEnd &Front, const SteadyPiece &Core, Cycle Begin,
                     Cycle End) {
  Cycle Then = Core.FirstCycle + (Begin - Core.FirstCycle) % Core.Cycles;
  for (Cycle At = Begin; At != End; ++At) {
    const unsigned Count = Taken[Then];
    if (Queue.size() <= Count) {
      RunsDry = At + 1;
      return false;
    }
    Queue.pop(Count);
    Front.cycle(At);
    if (++Then == Core.FirstCycle + Core.Cycles)
      Then = Core.FirstCycle;
  }
  return true;
}

std::optional<SteadyPiece> Supply::repeats(const FrontEnd &Front,
                                           SteadyPiece Core) {
  const Cycle Now = Core.FirstCycle + Core.Cycles;
  if (Core.Cycles > MostCycles)
    return std::nullopt;
  // The front end can only be in the same state after that.
  const uint32_t Round = Front.round();
  const uint32_t Pieces = Round / std::gcd(Round, Core.Iterations);
  SteadyPiece Whole = {Now, Pieces * Core.Cycles,
                       Core.FirstIteration + Core.Iterations,
                       Pieces * Core.Iterations};
  const std::unique_ptr<FrontEnd> Ahead = Front.copy();
  const UopQueue::Content Waiting = Queue.content();
  StateWriter States;
  SmallVector<size_t, 8> Ends;
  std::optional<SteadyPiece> Found;
  // What will not come again goes on being simulated as a whole.
  RunsDry = ~Cycle(0);
  const Cycle Limit = std::max(MostCycles, 16 * Now);
  for (Cycle At = Now; At - Now <= Limit && !Found; At += Whole.Cycles) {
    const uint32_t Count = Ends.size(), Begin = Count ? Ends.back() : 0;
    States.resume(At, Whole.FirstIteration + Count * Whole.Iterations);
    States.word(Queue.size());
    Ahead->state(States);
    const ArrayRef<uint64_t> State = States.words().drop_front(Begin);
    for (uint32_t I = 0, From = 0; I != Count && !Found; From = Ends[I++])
      if (States.words().slice(From, Ends[I] - From) == State)
        Found = {Now + I * Whole.Cycles, (Count - I) * Whole.Cycles,
                 Whole.FirstIteration + I * Whole.Iterations,
                 (Count - I) * Whole.Iterations};
    Ends.push_back(States.words().size());
    if (!Found && !advance(*Ahead, Core, At, At + Whole.Cycles))
      break;
  }
  Queue.restore(Waiting);
  return Found;
}

} // namespace takt::sim
