//===- EntryOverlap.cpp - Loops that begin before the last ends -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryOverlap.h"
#include "takt/models/Bounds.h"
#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include <algorithm>

using namespace takt;

/// Entries of the schedulers in which a µop for \p Ports may wait; 0: not
/// known.
static unsigned entriesFor(ResourceMask Ports, const Cpu &C) {
  if (C.Together.Ports & Ports)
    return C.Together.Entries;
  unsigned Entries = 0;
  for (const DispatchQueue &Q : C.Queues)
    if (Q.Entries && Q.Ports & Ports)
      Entries += *Q.Entries;
  return Entries ? Entries : C.Scheduler;
}

double takt::iterationsAhead(const Kernel &K, const Cpu &C, unsigned Chains) {
  const DependenceBound Chain = dependenceBound(K);
  if (Chain.Witness.empty() || !C.ReorderBuffer)
    return 0;
  double Iterations = 0;
  ResourceMask Ports = 0;
  for (const RecurrenceStep &S : Chain.Witness) {
    Iterations += S.Distance;
    for (const ResourceUse &Use : K.Instrs[S.Instr].Uops[S.Uop].Uses)
      Ports |= Use.Resources;
  }
  const unsigned Entries = entriesFor(Ports, C);
  if (!Entries)
    return 0;
  const double Waiting = static_cast<double>(Chains * Chain.Witness.size()) /
                         std::max(1.0, Iterations);
  return std::min(Entries / Waiting,
                  static_cast<double>(C.ReorderBuffer) / K.fusedUops());
}
