//===- Agenda.h - The cycles to come and what goes in them ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For kernels whose µops are given their cycle at issue (Scheduler::Foresees):
/// which ports are taken in which cycle to come, and what leaves the scheduler
/// then. Two views of the same: by port a bit for each cycle, in which a free
/// one is found many cycles at a time, and by cycle what goes.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_AGENDA_H
#define TAKT_MODELS_SIM_AGENDA_H

#include "Core.h"
#include "PortChooser.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace takt::sim {

class Agenda {
public:
  /// What is dispatched in a cycle, where it is noted.
  struct Departure {
    ResourceMask Ports = 0;   ///< those that take a µop
    ResourceMask Units = 0;   ///< units beside them that are taken
    uint32_t Unlimited = 0;   ///< µops at ports that take any number
    UopNumber StoredData = 0; ///< the youngest one that stores data
    UopNumber First = 0;      ///< list (InFlight::Next) of those in queues
  };

  /// µops that were given their cycle, the sum of their Core::sumTerm, and the
  /// ports that some of them wait for.
  struct Booked {
    unsigned Count = 0;
    uint64_t Sum = 0;
    ResourceMask Met = 0;
  };

  /// For µops that need one of the first \p NumPorts resources. \p Notes: at
  /// may be called.
  Agenda(unsigned NumPorts, bool Notes)
      : RowShift(llvm::Log2_32_Ceil(std::max(NumPorts, PortChooser::Together))),
        Notes(Notes) {
    if (NumPorts)
      resize(FirstSize);
  }

  /// Takes \p Port in the first cycle from \p From on in which it is free; it
  /// is cycle \p Now.
  Cycle take(unsigned Port, Cycle From, Cycle Now) {
    uint64_t &Word = Taken[row(From) + Port];
    // Mostly it is within one word.
    if (const uint64_t Free = ~Word >> From % 64; LLVM_LIKELY(Free)) {
      const Cycle At = From + llvm::countr_zero(Free);
      if (LLVM_LIKELY(At - Now <= LookAhead)) {
        Word |= uint64_t(1) << At % 64;
        return At;
      }
    }
    return takeLater(Port, From, Now);
  }
  /// The first cycle from \p From on in which one of \p Ports is free.
  Cycle firstFree(ResourceMask Ports, Cycle From, Cycle Now) {
    if (From - Now <= LookAhead && (Ports & ~at(From).Ports))
      return From;
    for (;;) {
      Cycle First = ~Cycle(0);
      for (ResourceMask R = Ports; R; R &= R - 1)
        First = std::min(First, firstFree(llvm::countr_zero(R), From));
      if (LLVM_LIKELY(First - Now <= LookAhead))
        return First;
      grow(Now);
    }
  }
  /// Makes room for cycle \p At.
  void reach(Cycle At, Cycle Now) {
    while (LLVM_UNLIKELY(At - Now > LookAhead))
      grow(Now);
  }
  /// What is dispatched in cycle \p At, in which a port was taken or which was
  /// reached.
  Departure &at(Cycle At) { return Departures[At & Mask]; }
  /// The sum of Core::sumTerm of what is dispatched in cycle \p At.
  uint64_t &sum(Cycle At) { return Sums[At & Mask]; }
  /// By port a word whose bit \p At modulo 64 says whether it is taken then.
  const uint64_t *taken(Cycle At) const { return &Taken[row(At)]; }
  /// Cycle \p Now is over, and its element of the ring is that of one to come.
  void pass(Cycle Now) {
    Sums[Now & Mask] = 0;
    if (Notes)
      Departures[Now & Mask] = Departure();
    if (Now % 64 == 63)
      std::fill_n(&Taken[row(Now)], size_t(1) << RowShift, 0);
  }

private:
  /// Cycles at first: more than most kernels need.
  static constexpr unsigned FirstSize = 512;

  /// Where the words of cycle \p At begin in Taken.
  size_t row(Cycle At) const { return size_t((At & Mask) / 64) << RowShift; }
  /// The first cycle from \p From on in which \p Port is free; one that is too
  /// far ahead to tell if there is none that is not.
  Cycle firstFree(unsigned Port, Cycle From) const {
    const uint64_t *Bits = &Taken[Port];
    // Bits that are shifted in count as taken: they are of the next word.
    uint64_t Free = ~Bits[row(From)] >> From % 64;
    for (const Cycle End = From + Mask; !Free; Free = ~Bits[row(From)]) {
      From = (From | 63) + 1;
      if (LLVM_UNLIKELY(From >= End))
        return End;
    }
    return From + llvm::countr_zero(Free);
  }
  LLVM_ATTRIBUTE_NOINLINE Cycle takeLater(unsigned Port, Cycle From, Cycle Now);
  void resize(size_t Size);
  void grow(Cycle Now);

  /// Words of Taken for 64 cycles, one a port, are 2 to that power.
  const unsigned RowShift;
  const bool Notes;
  Cycle Mask = 0; ///< size of the rings less 1
  /// Cycles from the current one on whose bits are their own: those of the
  /// current word that are over are cleared with it.
  Cycle LookAhead = 0;
  RecycledVector<uint64_t> Taken, Sums;
  RecycledVector<Departure> Departures;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_AGENDA_H
