//===- ProgramLate.cpp - Which results come in which cycles ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateResults.h"
#include "Program.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// The largest latency of the vectors and masks that \p U makes, and of what it
/// hands on within the instruction; 0: of none.
static unsigned resultLatency(const Kernel &K, const Uop &U) {
  unsigned Latency = 0;
  for (const UopWrite &W : U.Writes) {
    const Location &L = K.Locations[W.Loc];
    if (L.Internal || L.Kind == RegisterKind::Vector ||
        L.Kind == RegisterKind::Mask)
      Latency = std::max<unsigned>(Latency, W.Latency);
  }
  return Latency;
}

/// Bit i stands for i cycles after the dispatch of \p U. What takes a unit
/// beside its port, as divisions do, hands on what it makes in another way.
static uint32_t resultCycles(const Kernel &K, const Uop &U) {
  const unsigned Latency = resultLatency(K, U), Passes = U.Uses.front().Cycles;
  if (!Latency || U.Uses.size() > 1 || Latency > LateResults::MaxDelay ||
      Passes > LateResults::MaxDelay)
    return 0;
  return ((1u << Passes) - 1) << Latency;
}

/// Whether results of \p P may come in one cycle. Those of one delay do not.
static bool meet(const Program &P) {
  uint32_t Only = 0;
  for (const SimUop &S : P.Uops) {
    if (!S.ResultCycles)
      continue;
    if (Only && Only != S.ResultCycles)
      return true;
    Only = S.ResultCycles;
  }
  return false;
}

void addLateResults(Program &P, const Kernel &K, const Cpu &C) {
  const ResourceMask Ports = C.Schedule.LateResults;
  if (!Ports)
    return;
  for (SimUop &S : P.Uops) {
    const Uop *U = uopOf(S, K);
    if (U && S.Ports & Ports && !U->Uses.empty())
      S.ResultCycles = resultCycles(K, *U);
  }
  P.HasLateResults = meet(P);
}

} // namespace takt::sim
