//===- Values.h - What a µop waits for --------------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values in registers, and µops that wait for them.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_VALUES_H
#define TAKT_MODELS_SIM_VALUES_H

#include "Core.h"

namespace takt::sim {

/// A value in the register file: when the µop Producer gave it, plus a delay.
struct Value {
  UopNumber Producer = 0; ///< 0: ready for ever
  /// In the low bits, which latency of a read counts; Fixed: only the delay,
  /// which is above.
  uint32_t How = Listed;
  static constexpr unsigned DelayShift = 8;
  uint32_t form() const { return How & 0xff; }
  uint32_t delay() const { return How >> DelayShift; }
  /// Cycles from the producer to a µop with \p R.
  int32_t latency(const SimRead &R) const {
    return R.Latency[form()] + int32_t(delay());
  }
};

/// A µop that waits for another one.
struct Consumer {
  UopNumber Uop = 0;
  uint32_t Next = 0;
  int32_t Latency = 0;
  bool Memory = false; ///< a load for a store
  bool Shared = false; ///< SimRead::Shared
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_VALUES_H
