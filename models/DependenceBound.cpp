//===- DependenceBound.cpp - What the dependences alone allow ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Bounds.h"
#include "takt/models/DependenceGraph.h"

using namespace llvm;
using namespace takt;

DependenceBound takt::dependenceBound(const Kernel &K) {
  DependenceBound B;
  const DependenceGraph G(K);
  const std::optional<CriticalCycle> Cycle = maximumCycleRatio(G);
  if (!Cycle || Cycle->Ratio <= Rational(0))
    return B;
  B.Cycles = Cycle->Ratio;
  for (uint32_t Id : Cycle->Edges) {
    const DependenceEdge &E = G.edges()[Id];
    const DependenceNode &N = G.nodes()[E.Source];
    B.Witness.push_back(
        {N.Instr, N.Uop, E.Loc, E.Latency, E.Distance, E.Memory});
  }
  return B;
}

StringRef takt::memoryAddress(const DependenceBound &B, size_t N,
                              const Kernel &K) {
  // The step's target is the load.
  const RecurrenceStep &To = B.Witness[(N + 1) % B.Witness.size()];
  const KernelInstr &Load = K.Instrs[To.Instr];
  const int8_t Access = Load.Uops[To.Uop].Access;
  return Access < 0 ? StringRef()
                    : StringRef(Load.Accesses[size_t(Access)].Address);
}

std::vector<uint32_t> takt::recurrenceInstrs(const DependenceBound &B) {
  std::vector<uint32_t> Instrs;
  for (const RecurrenceStep &S : B.Witness)
    if (Instrs.empty() || Instrs.back() != S.Instr)
      Instrs.push_back(S.Instr);
  // The cycle may come back into the instruction that it started in.
  if (Instrs.size() > 1 && Instrs.front() == Instrs.back())
    Instrs.pop_back();
  return Instrs;
}
