//===- ResultBuses.h - When results leave the ports -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result buses of Scheduling::ResultPorts: what µops of different
/// latencies, dispatched to one port in different cycles, finish in the same
/// one, goes over its bus only if there is room. docs/arm.md has the
/// measurements.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RESULTBUSES_H
#define TAKT_MODELS_SIM_RESULTBUSES_H

#include "FrontEnd.h"
#include "Program.h"
#include <algorithm>
#include <vector>

namespace takt::sim {

class ResultBuses {
public:
  /// Results that come later than so many cycles are not counted.
  static constexpr unsigned MaxDelay = 15;

  /// Pieces that a bus of \p C carries in a cycle.
  static unsigned width(const Cpu &C) {
    return std::min(C.Schedule.PortResults, MaxPieces);
  }

  ResultBuses(const Program &P, const Cpu &C, ResourceMask Unlimited)
      : Width(width(C)), Unlimited(Unlimited),
        Taken(P.HasBuses ? C.Resources.size() : 0) {}

  void beginCycle() {
    for (uint64_t &T : Taken)
      T >>= Bits;
  }
  /// Whether the result of \p S, dispatched to \p Port in this cycle, finds
  /// room; if so, it has it.
  bool take(const SimUop &S, unsigned Port) {
    if (!S.BusPieces || Unlimited >> Port & 1)
      return true;
    const unsigned Shift = Bits * S.BusDelay;
    if ((Taken[Port] >> Shift & MaxPieces) + S.BusPieces > Width)
      return false;
    Taken[Port] += uint64_t(S.BusPieces) << Shift;
    return true;
  }
  void state(StateWriter &W) const {
    for (uint64_t T : Taken)
      W.word(T);
  }

private:
  static constexpr unsigned Bits = 4, MaxPieces = (1 << Bits) - 1;
  static_assert(Bits * (MaxDelay + 1) == 64);

  const unsigned Width;
  const ResourceMask Unlimited;
  /// By port, Bits for each of the cycles to come: pieces of results.
  std::vector<uint64_t> Taken;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RESULTBUSES_H
