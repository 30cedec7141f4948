//===- DispatchPipe.cpp - In-order renaming and dispatch --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DispatchPipe.h"
#include "FrontEnd.h"
#include "Program.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>

using namespace llvm;

namespace takt::sim {

static constexpr unsigned AnyNumber = std::numeric_limits<unsigned>::max();

/// µops that may wait between renaming and dispatch, in cycles' worth. How many
/// there are is not known; mixes of instructions measured on a Cortex-A72 take
/// as long with two as with four (docs/arm.md).
static constexpr unsigned RenamedCycles = 2;

DispatchPipe::DispatchPipe(const Kernel &K, const Cpu &C, Limits L)
    : NoCross(C.Fetch.Kind == FrontEndKind::NoCross),
      Width(L == NoWidths ? AnyNumber : C.Fetch.Width),
      Results(L == All ? C.Fetch.Results : 0) {
  if (!NoCross)
    for (const DispatchQueue &Q : C.Queues)
      QueueWidths.push_back(Q.Width.value_or(AnyNumber));
  QueueTaken.resize(QueueWidths.size());
  for (const auto &[Index, I] : enumerate(K.Instrs))
    addInstr(I, Index, C);
  rename();
}

/// The port that \p U is dispatched to, or what it may choose from; 0: none.
static ResourceMask portsOf(const Uop &U, const Cpu &C) {
  for (const ResourceUse &Use : U.Uses)
    if (C.Resources[countr_zero(Use.Resources)].IsPort)
      return Use.Resources;
  return 0;
}

void DispatchPipe::addInstr(const KernelInstr &I, uint32_t Index,
                            const Cpu &C) {
  const unsigned Count = queuedUops(I, C);
  auto U = find_if(I.Uops, [](const Uop &U) { return !U.Merge; });
  for (unsigned G = 0; G != Count; ++G) {
    DispatchUop To;
    To.Instr = Index;
    To.Index = G;
    To.InstrUops = G ? 0 : Count;
    To.Results = I.Results / Count + (G < I.Results % Count);
    const unsigned Left = I.Uops.end() - U;
    for (unsigned N = Left ? groupSize(Left, Count - G, U->Kind) : 0; N; --N) {
      const ResourceMask Ports = portsOf(*U++, C);
      for (unsigned Q = 0; Q != QueueWidths.size(); ++Q)
        if (Ports && !(Ports & ~C.Queues[Q].Ports))
          To.Queues.push_back(Q);
    }
    Uops.push_back(std::move(To));
  }
}

void DispatchPipe::beginGroup() {
  Taken = 0;
  std::fill(QueueTaken.begin(), QueueTaken.end(), 0);
}

/// Whether the next µop goes in this cycle; counts it if so.
bool DispatchPipe::takeNext() {
  if (Taken == Width || (Results && Renamed == 0))
    return false;
  const DispatchUop &U = Uops[At];
  if (NoCross && Taken && Taken + U.InstrUops > Width)
    return false;
  // One that needs more of a queue than it ever has goes alone.
  const unsigned Before = Taken;
  for (unsigned N = 0; N != U.Queues.size(); ++N)
    if (++QueueTaken[U.Queues[N]] > QueueWidths[U.Queues[N]] && Before)
      return false;
  ++Taken;
  return true;
}

void DispatchPipe::advance() {
  Renamed -= Results != 0;
  if (++At == Uops.size()) {
    At = 0;
    ++Iteration;
  }
}

void DispatchPipe::rename() {
  if (!Results || Uops.empty())
    return;
  unsigned Left = Results;
  while (Renamed != RenamedCycles * Width) {
    const unsigned Rest = Uops[(At + Renamed) % Uops.size()].Results - Piece;
    if (Rest > Left) {
      Piece += Left;
      return;
    }
    Left -= Rest;
    Piece = 0;
    ++Renamed;
  }
}

Rational DispatchPipe::steadyState() const {
  if (Uops.empty())
    return Rational(0);
  DispatchPipe P = *this;
  DenseMap<std::pair<uint64_t, uint64_t>, std::pair<uint64_t, uint64_t>> Seen;
  for (uint64_t Cycle = 0;; ++Cycle) {
    const auto [Known, New] =
        Seen.try_emplace({P.At, P.state()}, Cycle, P.Iteration);
    const auto [FirstCycle, FirstIteration] = Known->second;
    if (!New)
      return Rational(Cycle - FirstCycle, P.Iteration - FirstIteration);
    P.cycle(AnyNumber, [](const DispatchUop &, uint64_t) {});
  }
}

} // namespace takt::sim
