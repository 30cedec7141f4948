//===- ResultBuses.h - When results leave the ports -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result buses of Scheduling::ResultPorts: what µops of different
/// latencies, dispatched to one port in different cycles, finish in the same
/// one, goes over its bus only if there is room. docs/arm.md has the
/// measurements, and docs/zen4-schedulers.md those of what lets younger µops go
/// past.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_RESULTBUSES_H
#define TAKT_MODELS_SIM_RESULTBUSES_H

#include "FrontEnd.h"
#include "Program.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace takt::sim {

class ResultBuses {
public:
  /// Results that come later than so many cycles are not counted.
  static constexpr unsigned MaxDelay = 15;

  /// Pieces that a bus of \p C carries in a cycle.
  static unsigned width(const Cpu &C) {
    return std::min(C.Schedule.PortResults, MaxPieces);
  }

  ResultBuses(const Program &P, const Cpu &C, ResourceMask Unlimited)
      : Width(width(C)), Patience(C.Schedule.ResultPatience),
        WithBus(P.HasBuses ? C.Schedule.ResultPorts & ~Unlimited : 0),
        Taken(P.HasBuses ? C.Resources.size() : 0),
        Full(losesPatience() ? Taken.size() : 0) {}

  void beginCycle() {
    for (uint64_t &T : Taken)
      T >>= Bits;
    Asked = 0;
    Stubborn = std::exchange(Impatient, 0);
    for (unsigned Port = 0; Port != Full.size(); ++Port) {
      const bool IsFull = (Taken[Port] >> Bits & MaxPieces) >= Width;
      Full[Port] = IsFull ? std::min(Full[Port] + 1, Patience) : 0;
    }
  }
  /// What becomes of a µop, and of its port in this cycle.
  enum class Room {
    Found,
    None,     ///< neither it nor a younger one goes
    ForOthers ///< it waits, and a younger one may go
  };
  /// Whether the result of \p S, which would be dispatched to \p Port in this
  /// cycle, finds room; if so, it has it. To be asked in order of age.
  Room take(const SimUop &S, unsigned Port) {
    const ResourceMask Bit = ResourceMask(1) << Port;
    const bool IsOldest = !(Asked & Bit);
    Asked |= Bit;
    if (!S.BusPieces || !(WithBus & Bit))
      return Room::Found;
    const unsigned Shift = Bits * S.BusDelay;
    if ((Taken[Port] >> Shift & MaxPieces) + S.BusPieces > Width)
      return wait(Port, IsOldest);
    Taken[Port] += uint64_t(S.BusPieces) << Shift;
    return Room::Found;
  }
  void state(StateWriter &W) const {
    for (uint64_t T : Taken)
      W.word(T);
    for (unsigned F : Full)
      W.word(F);
    if (losesPatience())
      W.word(Impatient);
  }

private:
  static constexpr unsigned Bits = 4, MaxPieces = (1 << Bits) - 1;
  static_assert(Bits * (MaxDelay + 1) == 64);

  /// Else how long a bus was full is nothing that matters later.
  bool losesPatience() const {
    return Patience && Patience != Scheduling::Endless;
  }

  Room wait(unsigned Port, bool IsOldest) {
    if (!losesPatience())
      return Patience ? Room::ForOthers : Room::None;
    const ResourceMask Bit = ResourceMask(1) << Port;
    if (IsOldest && Full[Port] == Patience)
      Impatient |= Bit;
    return IsOldest && Stubborn & Bit ? Room::None : Room::ForOthers;
  }

  const unsigned Width, Patience;
  const ResourceMask WithBus;
  /// By port, Bits for each of the cycles to come: pieces of results.
  PoolVector<uint64_t> Taken;
  /// Cycles in a row in which there was no room for the next one's results, at
  /// most Patience.
  PoolVector<unsigned> Full;
  /// Ports for which a µop was asked for in this cycle; whose oldest one lost
  /// its patience in it, and in the one before.
  ResourceMask Asked = 0, Impatient = 0, Stubborn = 0;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_RESULTBUSES_H
