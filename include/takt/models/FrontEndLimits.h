//===- FrontEndLimits.h - What each part of the front end allows -*- C++
//-*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each part of a front end allows as if it were the only limit; of kinds
/// `intel` and `op-cache` as closed forms (Facile, arXiv 2310.13212;
/// uiCA-model, section 10): they explain a prediction. And the front end alone,
/// simulated.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_FRONTENDLIMITS_H
#define TAKT_MODELS_FRONTENDLIMITS_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "takt/models/Simulation.h"
#include <optional>

namespace takt {

/// Cycles per iteration, ≥ 0; none where no µop of the kernel comes that way.
/// Where a part of the iteration comes from the µop cache and the rest from the
/// decoders, each counts its part. Each is a lower bound of the simulation.
struct FrontEndLimits {
  /// 16-byte blocks, 5 instructions a cycle, length-changing prefixes.
  std::optional<Rational> Predecode;
  /// Groups of instructions that are decoded together.
  std::optional<Rational> Decode;
  /// Microcode, with the cycles that it takes to switch to it and back; the
  /// decoders or the µop cache deliver nothing meanwhile.
  std::optional<Rational> Microcode;
  /// Lines of the µop cache; whole cycles if the loop lies in one window.
  std::optional<Rational> UopCache;
  /// Copies of the loop in the queue, each chunk issued in whole cycles.
  std::optional<Rational> LoopStream;
  /// In-order dispatch in groups (kinds `no-cross` and `dispatch-queues`), as a
  /// fixed point over the state of dispatch (bastian-thesis, section 3.3.2).
  std::optional<Rational> Dispatch;
  /// Pieces of register results / those renamed in a cycle.
  std::optional<Rational> Results;
  /// Fused-domain µops / issue width, for any kind of front end.
  Rational Issue;
  /// What all of them together allow: the largest of those that work at the
  /// same time, the sum of those that do not.
  Rational Together;
};

/// The limits for \p K on \p C: those of the parts that its front end has.
/// Together of a front end that dispatches in order is exact: the steady state
/// of its parts in front of a back end that takes everything.
FrontEndLimits frontEndLimits(const Kernel &K, const Cpu &C);

/// The front end of \p C in front of a back end that takes the issue width in
/// every cycle: cycles per iteration as simulate() gives them. Terminates:
/// after \p Options.MaxCycles at the latest. Relaxations are not looked at.
SimulationResult simulateFrontEnd(const Kernel &K, const Cpu &C,
                                  const SimulationOptions &Options = {});

} // namespace takt

#endif // TAKT_MODELS_FRONTENDLIMITS_H
