//===- ProgramBuses.cpp - Which results go over which bus -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "ResultBuses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// The largest latency of what \p U writes for other instructions.
static unsigned resultLatency(const Kernel &K, const Uop &U) {
  unsigned Latency = 0;
  for (const UopWrite &W : U.Writes)
    if (!K.Locations[W.Loc].Internal)
      Latency = std::max<unsigned>(Latency, W.Latency);
  return Latency;
}

/// What hands its value on within the instruction makes no result, but what
/// writes nothing is one of several equal µops that make one together.
static bool makesResult(const Kernel &K, const Uop &U) {
  return U.Writes.empty() || any_of(U.Writes, [&](const UopWrite &W) {
           return !K.Locations[W.Loc].Internal;
         });
}

/// Whether \p Uops go through one of \p Ports in several passes; they finish
/// together with anything (docs/arm.md has the measurements).
static bool hasPasses(ArrayRef<Uop> Uops, ResourceMask Ports) {
  if (Uops.size() < 2 || Uops.front().Uses.empty())
    return false;
  const ResourceMask Port = Uops.front().Uses.front().Resources;
  return isPowerOf2_64(Port) && Port & Ports && all_of(Uops, [&](const Uop &U) {
           return !U.Uses.empty() && U.Uses.front().Resources == Port;
         });
}

void addBuses(Program &P, const Kernel &K, const Cpu &C) {
  const ResourceMask Ports = C.Schedule.ResultPorts;
  if (!Ports)
    return;
  for (SimUop &S : P.Uops) {
    const KernelInstr &I = K.Instrs[S.Instr];
    const auto IsOnBus = [&](const Uop &U) {
      return !U.Uses.empty() && U.Uses.front().Resources & Ports &&
             !(U.Uses.front().Resources & ~Ports) && makesResult(K, U);
    };
    const ArrayRef<Uop> Uops = S.Form == Listed ? I.Uops : I.Executed;
    if (S.Index >= Uops.size() || !IsOnBus(Uops[S.Index]) ||
        hasPasses(Uops, Ports))
      continue;
    unsigned Delay = resultLatency(K, Uops[S.Index]);
    if (!Delay)
      for (const Uop &U : Uops)
        Delay = std::max(Delay, resultLatency(K, U));
    // What is handed on within the instruction has a name, but stays inside. Of
    // pieces that cannot be shared out evenly the first µops have more.
    const unsigned Inner =
        count_if(Uops, [&](const Uop &U) { return !makesResult(K, U); });
    const unsigned Results = I.Results > Inner
                                 ? I.Results - Inner
                                 : std::min<unsigned>(I.Results, 1);
    const unsigned Count = count_if(Uops, IsOnBus);
    const unsigned Before = count_if(Uops.take_front(S.Index), IsOnBus);
    const unsigned Pieces = Results / Count + (Before < Results % Count);
    if (!Pieces || !Delay || Delay > ResultBuses::MaxDelay)
      continue;
    S.BusPieces = std::min(Pieces, ResultBuses::width(C));
    S.BusDelay = Delay;
    P.HasBuses = true;
  }
}

} // namespace takt::sim
