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
  Words = Size / 64;
  LookAhead = Size - 64 - 1;
  Taken.assign(NumPorts * Words, 0);
  Departures.assign(Size, Departure());
}

/// The same as take, wherever it is.
Cycle Agenda::takeLater(unsigned Port, Cycle From, Cycle Now) {
  Cycle At = firstFree(Port, From);
  while (LLVM_UNLIKELY(At - Now > LookAhead)) {
    grow(Now);
    At = firstFree(Port, From);
  }
  Taken[Port * Words + (At & Mask) / 64] |= uint64_t(1) << At % 64;
  return At;
}

/// Looks twice as far ahead. How far it is, latencies and number of the µops
/// in flight limit.
void Agenda::grow(Cycle Now) {
  const auto Bits = std::move(Taken);
  const auto Leaving = std::move(Departures);
  const Cycle OldMask = Mask, OldAhead = LookAhead;
  const size_t OldWords = Words;
  resize(2 * Leaving.size());
  for (Cycle At = Now; At - Now <= OldAhead; ++At) {
    Departures[At & Mask] = Leaving[At & OldMask];
    for (size_t P = 0; P != NumPorts; ++P)
      Taken[P * Words + (At & Mask) / 64] |=
          (Bits[P * OldWords + (At & OldMask) / 64] >> At % 64 & 1) << At % 64;
  }
}

} // namespace takt::sim
