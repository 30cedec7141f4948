//===- LoadPlaces.h - Loads that have not gone for long ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The places that loads have from issue until some cycles after they went to
/// their ports, whatever the reorder buffer holds (LoadWait). docs/zen3.md
/// tells how they were found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_LOADPLACES_H
#define TAKT_MODELS_SIM_LOADPLACES_H

#include "takt/models/Cpu.h"
#include <array>
#include <utility>

namespace takt::sim {

class LoadPlaces {
public:
  explicit LoadPlaces(const LoadWait &W) : Of(W) {}

  /// Else nothing of this is in use.
  bool inUse() const { return Of.Entries; }
  /// Whether \p Count loads of one queued µop find places: those that are more
  /// than all places do where none is taken.
  bool haveRoom(uint32_t Count) const {
    return !inUse() || !Count || !Taken || Taken + Count <= Of.Entries;
  }
  /// \p Count loads are issued, each of which goes to a port.
  void enter(uint32_t Count) { Taken += Count; }
  /// One goes in cycle \p Now, when what is issued in it has been.
  void go(uint32_t Now) { ++Leaving[(Now + Of.After) % Leaving.size()]; }
  void beginCycle(uint32_t Now) {
    if (inUse())
      Taken -= std::exchange(Leaving[Now % Leaving.size()], 0);
  }
  /// What is not about µops that have not gone.
  template <typename WriterT> void state(WriterT &W, uint32_t Now) const {
    W.word(Taken);
    for (unsigned C = 0; C <= Of.After; ++C)
      W.word(Leaving[(Now + C) % Leaving.size()]);
  }

private:
  const LoadWait Of;
  uint32_t Taken = 0;
  /// How many places get free, by cycle modulo size.
  std::array<uint16_t, LoadWait::MostAfter + 1> Leaving{};
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_LOADPLACES_H
