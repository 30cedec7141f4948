//===- CycleLoads.h - Loads that go together in a cycle ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A load that takes two passes goes alone; over the ends of lines go so many
/// (MemoryPipes::Crossings).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_CYCLELOADS_H
#define TAKT_MODELS_SIM_CYCLELOADS_H

#include <limits>

namespace takt::sim {

class CycleLoads {
public:
  /// \p Crossings: 0 for any number.
  explicit CycleLoads(unsigned Crossings)
      : Most(Crossings ? Crossings : std::numeric_limits<unsigned>::max()) {}

  void beginCycle() {
    Any = Wide = false;
    Crossed = 0;
  }
  /// Whether another load finds room in this cycle; if so, it has it.
  bool take(bool IsWide, bool Crosses) {
    if (Wide || (IsWide && Any) || (Crosses && Crossed == Most))
      return false;
    Any = true;
    Wide = IsWide;
    Crossed += Crosses;
    return true;
  }

private:
  const unsigned Most;
  unsigned Crossed = 0;
  bool Any = false, Wide = false;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_CYCLELOADS_H
