//===- LoadRepeats.h - Loads that go to a port once more -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads of instructions that also store, and that went before the data was
/// known which they get from a store in flight (MemoryPipes::
/// RewritesAgainAfter). docs/zen4-memory.md tells how that was found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_LOADREPEATS_H
#define TAKT_MODELS_SIM_LOADREPEATS_H

#include "Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <utility>

namespace takt::sim {

class LoadRepeats {
public:
  LoadRepeats(const Program &P, const Cpu &C, ResourceMask Unlimited)
      : After(C.Memory.RewritesAgainAfter),
        Ports(After && P.NumTracked ? C.LoadPorts & ~Unlimited : 0) {}

  /// Whether any load goes again; else nothing of this is in use.
  bool inUse() const { return Ports; }
  bool isEmpty() const { return Loads.empty(); }
  /// Load \p N went in cycle \p Now, and its store's data is not known.
  void add(UopNumber N, Cycle Now) { Loads.push_back({N, Now + After}); }

  /// Those of \p Free that loads take which go again in cycle \p Now, each the
  /// one whose turn it is; who finds none waits. \p Waits tells of a load
  /// whether its store's data is still not known. To be asked in each cycle.
  template <typename Fn>
  ResourceMask take(Cycle Now, ResourceMask Free, Fn Waits) {
    ResourceMask Taken = 0;
    llvm::erase_if(Loads, [&](const std::pair<UopNumber, Cycle> &Load) {
      const auto [N, When] = Load;
      if (When == Now && !Waits(N))
        return true;
      const ResourceMask May = When <= Now ? Ports & Free & ~Taken : 0;
      if (!May)
        return false;
      const ResourceMask Next = May & ~ResourceMask(0) << Turn;
      const unsigned Port = llvm::countr_zero(Next ? Next : May);
      Taken |= ResourceMask(1) << Port;
      Turn = (Port + 1) % (8 * sizeof(ResourceMask));
      return true;
    });
    return Taken;
  }
  /// \p Next is the number of the next µop to be issued.
  void state(StateWriter &W, UopNumber Next) const {
    W.word(uint64_t(Loads.size()) << 32 | Turn);
    for (const auto &[N, When] : Loads) {
      W.word(Next - N);
      W.time(When);
    }
  }

private:
  const unsigned After;
  const ResourceMask Ports;
  unsigned Turn = 0; ///< from which port on the next one looks
  /// With the cycle in which they go again if they still wait.
  llvm::SmallVector<std::pair<UopNumber, Cycle>, 8> Loads;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_LOADREPEATS_H
