//===- WorkBudget.cpp - How much machine passes may cost ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/WorkBudget.h"
#include <algorithm>

using namespace takt;

/// What a machine instruction costs to compile, and a file without any.
static constexpr uint64_t WorkOfInstr = 200, WorkOfFile = 160000;
/// Of building a kernel, for an instruction.
static constexpr uint64_t WorkOfBuilding = 4;

void WorkBudget::earn(unsigned Instrs) {
  if (!Earned)
    Earned = WorkOfFile * Percent / 100 / Sharers;
  Earned += WorkOfInstr * Instrs * Percent / 100 / Sharers;
}

void WorkBudget::spendOnBuilding(uint64_t Instrs) {
  spend(WorkOfBuilding * Instrs);
}

void WorkBudget::spendOnSimulation(const Kernel &K, Rational Cycles,
                                   uint64_t Simulated) {
  // Cycles each move about as many µops.
  const double PerCycle =
      double(K.fusedUops()) / std::max(Cycles.toDouble(), 0.25);
  spend(static_cast<uint64_t>(double(Simulated) * (1 + PerCycle)));
}
