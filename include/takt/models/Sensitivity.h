//===- Sensitivity.h - What each limit costs --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What binds a loop is found by ridding the machine of one limit at a time and
/// simulating again, not by looking at how busy a part is: Gus does so on runs
/// of programs (bastian-thesis, section 4.1, on Gruber's thesis), DECAN with
/// changed code (bendifallah-thesis, chapter 4).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SENSITIVITY_H
#define TAKT_MODELS_SENSITIVITY_H

#include "takt/models/Simulation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace takt {

struct Prediction;

/// A limit of the machine that it can be rid of.
enum class Limit : uint8_t {
  Ports,             ///< a group of ports that share µops
  Units,             ///< a unit beside the ports, as a divider
  FrontEnd,          ///< all in front of the renamer
  IssueWidth,        ///< width of renaming and retirement
  Dependences,       ///< all operands
  MemoryDependences, ///< operands from memory that the loop has stored
  Moves,             ///< register moves that the renamer does not eliminate
  Banks,             ///< loads that meet in a bank of the cache
  LoneStores,        ///< stores that leave one at a time (takt::LoneStores)
  Buffers,           ///< reorder buffer, schedulers, load and store buffers
  Order,             ///< instructions that hold others up: Ordering, and how
                     ///< often equal ones start (KernelInstr::RepeatCycles)
};

/// Whether \p I is one of those that Limit::Order is about.
bool holdsUp(const KernelInstr &I);

/// "ports", "units", "front end", "issue width", "dependences", "memory
/// dependences", "moves", "banks", "lone stores", "buffers", "order".
llvm::StringRef limitName(Limit L);

/// A limit costs something that is worth a word if it is this share of the
/// cycles.
inline constexpr Rational Noticeable{5, 1000};

/// What it costs to have a limit.
struct LimitCost {
  Limit What = Limit::Ports;
  /// The group of ports, or the unit.
  ResourceMask Resources = 0;
  /// Cycles per iteration without the limit.
  Rational Without;
  /// Cycles per iteration that it costs, ≥ 0.
  Rational Gain;
};

/// The ports and units that \p K uses, in groups, by their lowest resource:
/// those that some µop may choose from are of one, since which of them it takes
/// matters to the others.
llvm::SmallVector<ResourceMask, 8> resourceGroups(const Kernel &K);

/// The cost of every limit that \p K can meet on \p C, the largest first; on a
/// tie in the order of Limit. \p P is the kernel's prediction: its cycles and
/// bounds. A limit without which another bound still holds the loop at these
/// cycles, or that was in nobody's way in its run (LimitsMet), costs nothing
/// and is not simulated; only this shortens the list of simulations, at most
/// one for each entry. Limits that cost nothing are listed too. With \p
/// OnlyFirst limits are left out that cannot gain half as much as the first, or
/// nothing that is noticeable.
std::vector<LimitCost> sensitivity(const Kernel &K, const Cpu &C,
                                   const Prediction &P, bool OnlyFirst = false);

} // namespace takt

#endif // TAKT_MODELS_SENSITIVITY_H
