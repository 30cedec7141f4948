//===- Foreseen.h - Values whose time is known at issue ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the scheduler keeps of values where it foresees (Foresee.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_FORESEEN_H
#define TAKT_MODELS_SIM_FORESEEN_H

#include "Core.h"
#include <algorithm>

namespace takt::sim {

/// A value whose time is known: from cycle Time on plus the latency of a read,
/// by Form. Nobody learned of that before cycle Known.
struct ForeseenValue {
  Cycle Time = 0, Known = 0;
  uint8_t Form = Fixed;
};

/// When all operands so far are there, and when that is known.
struct Arrival {
  Cycle Time = 0, Known = 0;
  void add(const ForeseenValue &V, const SimRead &R) {
    Time = std::max(Time, V.Time + R.Latency[V.Form]);
    Known = std::max(Known, V.Known);
  }
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_FORESEEN_H
