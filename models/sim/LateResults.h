//===- LateResults.h - Results that wait for each other ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of Scheduling::LateResults: a port hands on one a cycle, and
/// what finds its cycle taken comes later, while the port goes on.
/// docs/zen4-schedulers.md, "Results of vectors", has the measurements.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_LATERESULTS_H
#define TAKT_MODELS_SIM_LATERESULTS_H

#include "FrontEnd.h"
#include "Program.h"

namespace takt::sim {

class LateResults {
public:
  /// Results that come later than so many cycles after dispatch, at first, are
  /// in nobody's way.
  static constexpr unsigned MaxDelay = 15;

  LateResults(const Program &P, const Cpu &C, ResourceMask Unlimited)
      : Ports(P.HasLateResults ? C.Schedule.LateResults & ~Unlimited : 0),
        Taken(Ports ? C.Resources.size() : 0) {}

  void beginCycle() {
    for (uint64_t &T : Taken)
      T >>= 1;
  }
  /// \p S is dispatched to \p Port in this cycle. \returns by how many cycles
  /// its results are late. They come one after the other, in as many cycles as
  /// it has its port.
  unsigned take(const SimUop &S, unsigned Port) {
    if (!S.ResultCycles || !(Ports >> Port & 1))
      return 0;
    uint64_t Cycles = S.ResultCycles;
    unsigned Late = 0;
    for (; Cycles & Taken[Port]; Cycles <<= 1)
      ++Late;
    Taken[Port] |= Cycles;
    return Late;
  }
  void state(StateWriter &W) const {
    for (uint64_t T : Taken)
      W.word(T);
  }

private:
  const ResourceMask Ports;
  /// By port: bit i stands for a result i cycles from now.
  PoolVector<uint64_t> Taken;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_LATERESULTS_H
