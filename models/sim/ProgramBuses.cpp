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
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

using namespace llvm;

namespace takt::sim {

/// Whether \p W is a result that other instructions see and that goes over
/// buses.
static bool isResult(const Kernel &K, const Cpu &C, const UopWrite &W) {
  const Location &L = K.Locations[W.Loc];
  return !L.Internal &&
         !(C.Schedule.IntegerResults &&
           (L.Kind == RegisterKind::Vector || L.Kind == RegisterKind::Mask));
}

/// The largest latency of what \p U writes for other instructions; the smallest
/// one if it asks for a later place, through which the others come.
static unsigned resultLatency(const Kernel &K, const Cpu &C, const Uop &U) {
  const bool ComesApart =
      any_of(U.Uses, [](const ResourceUse &Use) { return Use.After != 0; });
  unsigned Latency = 0;
  for (const UopWrite &W : U.Writes)
    if (isResult(K, C, W))
      Latency = ComesApart && Latency ? std::min<unsigned>(Latency, W.Latency)
                                      : std::max<unsigned>(Latency, W.Latency);
  return Latency;
}

/// What hands its value on within the instruction makes no result.
static bool writesResult(const Kernel &K, const Cpu &C, const Uop &U) {
  return any_of(U.Writes, [&](const UopWrite &W) { return isResult(K, C, W); });
}

/// What writes nothing may be one of several equal µops of \p Uops that make a
/// result together.
static bool makesResult(const Kernel &K, const Cpu &C, ArrayRef<Uop> Uops,
                        const Uop &U) {
  return writesResult(K, C, U) ||
         (U.Writes.empty() && any_of(Uops, [&](const Uop &Other) {
            return writesResult(K, C, Other) && !Other.Uses.empty() &&
                   Other.Uses.front().Resources == U.Uses.front().Resources;
          }));
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

/// Whether results of \p P may meet on a bus of \p Ports. Those of equal delay
/// do not, since a port takes a µop a cycle.
static bool meet(const Program &P, ResourceMask Ports) {
  std::array<unsigned, 64> Delays = {}; // by port, one bit each
  for (const SimUop &S : P.Uops)
    for (ResourceMask R = S.BusPieces ? S.Ports & Ports : 0; R; R &= R - 1)
      Delays[countr_zero(R)] |= 1u << S.BusDelay;
  return any_of(Delays, [](unsigned D) { return D & (D - 1); });
}

void addBuses(Program &P, const Kernel &K, const Cpu &C) {
  const ResourceMask Ports = C.Schedule.ResultPorts;
  if (!Ports)
    return;
  for (SimUop &S : P.Uops) {
    const KernelInstr &I = K.Instrs[S.Instr];
    const ArrayRef<Uop> Uops = uopsAround(S, K);
    const auto IsOnBus = [&](const Uop &U) {
      return !U.Uses.empty() && U.Uses.front().Resources & Ports &&
             makesResult(K, C, Uops, U);
    };
    if (S.Index >= Uops.size() || !IsOnBus(Uops[S.Index]) ||
        hasPasses(Uops, Ports))
      continue;
    unsigned Delay = resultLatency(K, C, Uops[S.Index]);
    if (!Delay)
      for (const Uop &U : Uops)
        Delay = std::max(Delay, resultLatency(K, C, U));
    // What is handed on within the instruction has a name, but stays inside. Of
    // pieces that cannot be shared out evenly the first µops have more.
    const unsigned Inner = count_if(Uops, [&](const Uop &U) {
      return !U.Writes.empty() && !writesResult(K, C, U);
    });
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
  }
  P.HasBuses = meet(P, Ports);
}

} // namespace takt::sim
