//===- Prediction.h - Cycles per iteration and what binds -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a kernel to a prediction. Today the prediction is the largest of the
/// bounds, as if the parts of the CPU overlapped perfectly.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_PREDICTION_H
#define TAKT_MODELS_PREDICTION_H

#include "takt/models/Bounds.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace takt {

/// The part of the CPU that limits a kernel.
enum class Binder : uint8_t { None, FrontEnd, Ports, Dependences };

/// "front end", "ports", "dependences", "nothing".
llvm::StringRef binderName(Binder B);

/// The steady state of a kernel on a CPU.
struct Prediction {
  /// Cycles per iteration.
  Rational Cycles;
  /// The largest bound; on a tie the order is Ports, FrontEnd, Dependences: a
  /// chain can be broken by more accumulators, but that gains nothing while the
  /// work itself takes as long.
  Binder BoundBy = Binder::None;
  FrontEndBound FrontEnd;
  PortBound Ports;
  DependenceBound Dependences;
};

/// Predicts the steady state of \p K on \p C.
Prediction predict(const Kernel &K, const Cpu &C);

/// One clause that says what binds \p P, as in the remark: "bound by the
/// dependency chain through xmm0 (vfmadd231sd, 4.00)", "bound by ports p0 and
/// p1 (2.00 each)", "bound by the front end (10 µops, 4 per cycle)".
std::string describeBinder(const Prediction &P, const Kernel &K, const Cpu &C);

/// The other bounds: "ports alone 1.00, front end 0.75".
std::string describeOthers(const Prediction &P);

} // namespace takt

#endif // TAKT_MODELS_PREDICTION_H
