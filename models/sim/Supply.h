//===- Supply.h - Whether the front end keeps up ----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While there are always µops left in the queue, it makes no difference to the
/// core what the front end does: it takes what comes next in the program, as
/// many as it has room for. So when its state comes again it goes on
/// periodically, for as long as that holds. Whether it holds, the front end
/// alone tells, which is far less to simulate than the machine, and whose
/// period is often many times that of the core. docs/simulation.md has more.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_SUPPLY_H
#define TAKT_MODELS_SIM_SUPPLY_H

#include "Core.h"
#include <optional>

namespace takt::sim {

/// A piece of a run that comes again and again.
struct SteadyPiece {
  Cycle FirstCycle, Cycles;
  uint32_t FirstIteration, Iterations;
};

class Supply {
public:
  explicit Supply(UopQueue &Queue) : Queue(Queue), Taken(MostCycles) {}

  /// The renamer took \p Count entries in cycle \p Now.
  void took(unsigned Count, Cycle Now) {
    Taken[Now] = std::min<unsigned>(Count, UINT16_MAX);
    if (Queue.empty())
      FedSince = Now + 1;
  }
  /// Since the beginning of which cycle there always was a µop left.
  Cycle fedSince() const { return FedSince; }
  /// Whether it is worth while to ask repeats in cycle \p Now.
  bool mayRepeat(Cycle Now) const { return Now >= RunsDry; }
  /// Core and position in the program are the same at the beginnings of \p Core
  /// and of the next piece, which is now; \p Front is as it is now. \returns
  /// what comes again of the whole machine, if \p Front keeps up for ever.
  std::optional<SteadyPiece> repeats(const FrontEnd &Front, SteadyPiece Core);

private:
  bool advance(FrontEnd &Front, const SteadyPiece &Core, Cycle Begin,
               Cycle End);

  /// As much of the past is on record, and as many cycles are looked ahead.
  static constexpr Cycle MostCycles = 4096;
  UopQueue &Queue;
  NumberedRing<uint16_t> Taken; ///< by cycle
  Cycle FedSince = 0;
  /// The core goes on as in the last piece until here, where nothing is left.
  Cycle RunsDry = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_SUPPLY_H
