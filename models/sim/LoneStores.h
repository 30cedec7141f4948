//===- LoneStores.h - Whether stores leave one at a time --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose stores leave the store buffer one at a time, though they lie in
/// one block (takt::LoneStores). docs/zen3.md has the measurements.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_LONESTORES_H
#define TAKT_MODELS_SIM_LONESTORES_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "takt/models/Simulation.h"

namespace takt::sim {

/// What takt::LoneStores says of a kernel.
class LoneStoresRule {
public:
  LoneStoresRule(const Kernel &K, const Cpu &C, const Relaxation &Without);

  /// Whether it can be so at all, however long an iteration takes.
  bool mayLeaveAlone() const { return Busy != Rational(0); }
  /// If an iteration takes \p Cycles where stores of a block leave together.
  bool leaveAlone(Rational Cycles) const { return Cycles < Busy; }

private:
  /// Cycles per iteration in which the ports of addresses would be busy; 0: the
  /// kernel has no such loads, or too few.
  Rational Busy = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_LONESTORES_H
