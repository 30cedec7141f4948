//===- GuideCost.h - What a loop costs in a shape ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cycles that a source loop takes from its entry to its exit, from the
/// predictions of the machine loops that it became.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_GUIDECOST_H
#define TAKT_PASSES_GUIDE_GUIDECOST_H

#include "ScratchCompiler.h"
#include "ScratchFunction.h"

namespace takt {

/// The interleave count with which a loop is tried without vectors.
inline constexpr unsigned ScalarInterleave = 4;

struct LoopCost {
  /// Of the whole clock: what lowers it takes more.
  double CyclesPerEntry = 0;
  /// Of these, for the instructions around the loop, which a change of another
  /// loop changes, too.
  double AroundCycles = 0;
  /// Of the loop that does most of the work.
  double CyclesPerSourceIteration = 0;
  /// These are what ports, front end or dependences alone need: no detail of
  /// the simulation is in them.
  bool AtBound = false;
  unsigned SourceIterations = 1; ///< of an iteration of that loop
  unsigned VectorLanes = 0;      ///< of that loop, as LoopFacts has them
  unsigned ClockPercent = 100;   ///< of that loop, as ScratchLoop has them
  /// That loop, and the CPU that was predicted for.
  std::shared_ptr<const Kernel> K;
  std::shared_ptr<const Cpu> C;
  /// The least per source iteration that any shape would leave, as far as this
  /// one shows: the work of its ports, and of a loop that is not vectorised its
  /// chain of dependences.
  double Floor = 0;
  double ChainCycles = 0; ///< its dependences alone, per source iteration
  /// Its ports and its front end alone (ScratchLoop), per source iteration.
  double PortCycles = 0, FrontEndCycles = 0;
  /// The work of the ports in the remainder of a vectorised loop, which does
  /// one source iteration at a time, and its chain with ScalarInterleave in
  /// flight: what not vectorising at all would leave.
  std::optional<double> ScalarFloor;
  /// Of all machine loops of the source loop, of the main one, and of the last
  /// one, which does the fewest source iterations at a time.
  unsigned Instrs = 0, MainInstrs = 0, LastInstrs = 0;

  /// What binds, as in the remark; takes a simulation for each limit.
  std::string binder() const;
};

/// What loop number \p Loop of \p R, compiled in \p Shape, costs if it runs \p
/// Trips source iterations; a number that is not \p Known stands for many
/// around it, so that how much is left over is a mean. A loop that is unrolled
/// completely costs what an iteration of the loop around it does. None if a
/// machine loop of it was not modelled or nothing says how many source
/// iterations one of its iterations does.
std::optional<LoopCost> costOf(const ScratchResult &R, unsigned Loop,
                               const LoopShape &Shape, uint64_t Trips,
                               bool Known = true);

/// Iterations of an innermost loop, each time it is entered, and of the loop
/// around it. A number that is not known stands for many around it.
struct NestTrips {
  uint64_t Inner = 1, Outer = 1;
  bool InnerKnown = true, OuterKnown = true;
};

/// What loop number \p Loop of \p R costs, of which the loop around it was
/// unrolled by \p Jam and the copies jammed: as costOf, the mean of all
/// iterations of the outer loop, those that are left over, too.
std::optional<LoopCost> jammedCostOf(const ScratchResult &R, unsigned Loop,
                                     unsigned Jam, const NestTrips &Trips);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_GUIDECOST_H
