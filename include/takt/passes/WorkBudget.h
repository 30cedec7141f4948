//===- WorkBudget.h - How much machine passes may cost ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What aligning loops and ordering instructions may cost: work is counted, not
/// seconds, so that the same file is compiled the same however busy the machine
/// is.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_WORKBUDGET_H
#define TAKT_PASSES_WORKBUDGET_H

#include "takt/models/Prediction.h"

namespace takt {

/// The work that may be spent, and what has been. The unit is that of
/// simulating a cycle or a µop; docs/guide.md has the measurements behind the
/// constants.
class WorkBudget {
public:
  /// \p Percent of the work of compiling may be spent, by this and \p Sharers
  /// - 1 others alike.
  explicit WorkBudget(unsigned Percent, unsigned Sharers = 1)
      : Percent(Percent), Sharers(Sharers) {}

  /// A function of \p Instrs machine instructions is compiled: more may be
  /// spent.
  void earn(unsigned Instrs);
  void spend(uint64_t Work) { Spent += Work; }
  /// Spends the work of building a kernel of \p Instrs instructions and the
  /// bounds of its front end.
  void spendOnBuilding(uint64_t Instrs);
  /// Spends the work of simulating \p Simulated cycles of \p K, which takes \p
  /// Cycles.
  void spendOnSimulation(const Kernel &K, Rational Cycles, uint64_t Simulated);

  /// True if nothing is left. The last thing begun may cost more than there
  /// was.
  bool exhausted() const { return Spent >= Earned; }

  uint64_t Spent = 0;

private:
  const unsigned Percent, Sharers;
  uint64_t Earned = 0;
};

} // namespace takt

#endif // TAKT_PASSES_WORKBUDGET_H
