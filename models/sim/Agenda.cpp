//===- Agenda.cpp - The cycles to come and what goes in them ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agenda.h"
#include <utility>

using namespace llvm;

namespace takt::sim {

void Agenda::resize(size_t Size) {
  Mask = Size - 1;
  LookAhead = Size - 64 - 1;
  Taken.assign((Size / 64) << RowShift, 0);
  Sums.assign(Size, 0);
  if (Notes)
    Departures.assign(Size, Departure());
}

/// The same as take, wherever it is.
Cycle Agenda::takeLater(unsigned Port, Cycle From, Cycle Now) {
  Cycle At = firstFree(Port, From);
  while (LLVM_UNLIKELY(At - Now > LookAhead)) {
    grow(Now);
    At = firstFree(Port, From);
  }
  Taken[row(At) + Port] |= uint64_t(1) << At % 64;
  return At;
}

/// Looks twice as far ahead. How far it is, latencies and number of the µops
/// in flight limit.
void Agenda::grow(Cycle Now) {
  const auto Bits = std::move(Taken);
  const auto OldSums = std::move(Sums);
  const auto Leaving = std::move(Departures);
  const Cycle OldMask = Mask, OldAhead = LookAhead;
  resize(2 * OldSums.size());
  for (Cycle At = Now; At - Now <= OldAhead; ++At) {
    Sums[At & Mask] = OldSums[At & OldMask];
    if (Notes)
      Departures[At & Mask] = Leaving[At & OldMask];
    const uint64_t *From = &Bits[size_t((At & OldMask) / 64) << RowShift];
    for (uint64_t &Word :
         MutableArrayRef(&Taken[row(At)], size_t(1) << RowShift))
      Word |= (*From++ >> At % 64 & 1) << At % 64;
  }
}

} // namespace takt::sim
