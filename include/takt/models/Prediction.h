//===- Prediction.h - Cycles per iteration and what binds -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a kernel to a prediction: the cycles are the simulation's, the bounds
/// explain them. What binds is the bound that the simulation attains, and where
/// it attains none, the limit whose relaxation gains most.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_PREDICTION_H
#define TAKT_MODELS_PREDICTION_H

#include "takt/models/Bounds.h"
#include "takt/models/FrontEndLimits.h"
#include "takt/models/Sensitivity.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace takt {

/// The part of the CPU that limits a kernel.
enum class Binder : uint8_t {
  None,
  /// Of a kind without parts, or parts that take turns.
  FrontEnd,
  Predecoder,
  Decoders,
  Microcode,
  UopCache,
  LoopStream,
  Dispatch,   ///< in groups, in order
  Results,    ///< register results that are renamed
  IssueWidth, ///< or, if no bound is attained: what gains most
  Ports,
  Dependences,
  Stores, ///< what the cache takes
  /// PredictorKind::Combined: dependences within the reorder buffer.
  CriticalPath,
  /// No bound is attained, and the largest gain would come from ports (or
  /// units) that take any number of µops: work is not spread evenly over them,
  /// or comes in bursts.
  Scheduling,
  Latencies,  ///< likewise, from operands that are ready at once: a recurrence
              ///< that is not attained, or latencies within an iteration
  Delivery,   ///< from a front end that never runs dry
  Memory,     ///< from values that need not pass through memory
  Moves,      ///< from eliminating all register moves
  Banks,      ///< from loads that never meet in a bank of the cache
  LoneStores, ///< from stores that never leave one at a time beside loads of
              ///< what was stored
  Buffers,    ///< from endless buffers
  Order,      ///< from instructions that do not hold others up
  Several,    ///< no single limit is worth anything without the others
};

/// "front end", "predecoder", "decoders", "microcode", "uop cache", "loop
/// stream", "dispatch", "renamed results", "issue width", "ports",
/// "dependences", "stores", "critical path", "scheduling", "latencies",
/// "delivery", "memory", "moves", "banks", "lone stores", "buffers", "order",
/// "several limits", "nothing".
llvm::StringRef binderName(Binder B);

/// Everything up to and with the renamer.
bool isFrontEnd(Binder B);

/// Cycles per iteration over the places that code can get (Placement.h).
struct PlacementRange {
  Rational Least, Most;
  unsigned Places = 1;
};

/// What makes a prediction.
enum class PredictorKind : uint8_t {
  Simulation,
  /// The largest of front end, ports and critical path ("A72 combined" of
  /// bastian-thesis, chapter 6).
  Combined,
};

/// The steady state of a kernel on a CPU.
struct Prediction {
  PredictorKind By = PredictorKind::Simulation;
  /// Cycles per iteration, as simulated; not less than the bounds.
  Rational Cycles;
  /// A bound within 0.5 % of Cycles; of several the largest, on a tie in the
  /// order Ports, FrontEnd, Dependences, and Stores only where none of these is
  /// so near: a chain can be broken by more
  /// accumulators, but that gains nothing while the work itself takes as long.
  /// If there is none, the limit that gains most (Costs): Ports and those of
  /// the front end where it is mostly their bound.
  Binder BoundBy = Binder::None;
  /// BoundBy is such a bound.
  bool Attained = false;
  SimulationResult Simulated;
  FrontEndBound FrontEnd;
  /// What FrontEnd is made of.
  FrontEndLimits Parts;
  PortBound Ports;
  DependenceBound Dependences;
  /// storeBound, where no other bound is attained; else 0.
  Rational Stores;
  /// Where By is Combined, or Costs were asked for.
  CriticalPath Path;
  /// What each limit costs, the largest first (see sensitivity). Empty: was not
  /// asked for.
  std::vector<LimitCost> Costs;
  /// Set by whoever knows the code (placementRange). None: there is one place,
  /// or places do not matter.
  std::optional<PlacementRange> Places;
};

/// How much is found out about a kernel.
enum class Detail : uint8_t {
  Rough,  ///< as Cycles, but a period is looked for only half as long
  Cycles, ///< Cycles and Simulated only
  Binder, ///< also the bounds and what binds; Costs where that needs them
  Costs,  ///< all
};

/// Predicts the steady state of \p K on \p C. A combined prediction is exact,
/// has bounds and binder in any case, and no costs.
Prediction predict(const Kernel &K, const Cpu &C, Detail D = Detail::Binder,
                   PredictorKind By = PredictorKind::Simulation);

/// What a combined predictor makes of the bounds and the path in \p P.
Rational combinedCycles(const Prediction &P);

/// What a kernel takes if accesses meet that are assumed not to.
struct OverlapPrediction {
  /// Cycles per iteration with all of Kernel::PossibleDependences.
  Rational Cycles;
  /// Whether Cycles are many more than without (see predictOverlap).
  bool Matters = false;
  /// The group of dependences that alone costs most, and its cycles, if they
  /// are many more.
  std::optional<unsigned> Group;
  Rational GroupCycles;
};

/// Predicts \p K with its possible dependences, or nothing if it has none. \p
/// P is the prediction without them. They belong together in groups, those of
/// two pointers say: \p GroupOf has a number for each, counted from 0.
///
/// Many more cycles are a tenth and a quarter of a cycle more: below, the
/// accuracy of the prediction itself is no better. Dependences cost by the
/// cycles that they close, so the dependence bound decides which of them
/// matter, and only these are simulated: without \p Always nothing is if none
/// does, and the answer is none.
std::optional<OverlapPrediction>
predictOverlap(const Kernel &K, const Cpu &C, const Prediction &P,
               llvm::ArrayRef<unsigned> GroupOf, bool Always = false);

/// One clause that says what binds \p P, as in the remark: "bound by the
/// dependency chain through xmm0 (vfmadd231sd, 4.00)", "bound by ports p0 and
/// p1 (2.00 each)", "bound by the front end (10 µops, 4 per cycle)". Where no
/// bound is attained: "bound by the choice among ports p0 and p6 (1.50
/// without)", "bound by ports p0 and p6 (1.50 each; 0.50 more by the choice
/// among them)", at most two of them; a recurrence only where it takes half of
/// the cycles.
std::string describeBinder(const Prediction &P, const Kernel &K, const Cpu &C);

/// "3.00 to 3.50 by alignment" where both are not printed alike, else empty.
std::string describePlaces(const Prediction &P);

/// The parts of the front end that the kernel uses, with what each alone needs:
/// "predecoder 1.25, decoders 1.00, issue width 0.75".
std::string describeParts(const Prediction &P);

/// The other bounds: "ports alone 1.00, front end 0.75".
std::string describeOthers(const Prediction &P);

} // namespace takt

#endif // TAKT_MODELS_PREDICTION_H
