//===- HalfBinder.h - Queues by the half of a cycle -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which queue a µop goes to by the half of its dispatch cycle (Cpu::Halves):
/// how AMD's Zen 5 binds loads and stores to its four address pipes. Those of
/// the first places of a cycle belong to one side, those of the others to the
/// other one, or the other way round if the first one holds many more. On a
/// side each goes to the queue behind that of the one before, if it can.
/// Nothing is bound in a cycle at whose begin not each side has room for all
/// that it could get. docs/zen5.md tells how it was measured.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_HALFBINDER_H
#define TAKT_MODELS_SIM_HALFBINDER_H

#include "Core.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>

namespace takt::sim {

class HalfBinder {
public:
  /// A set of queues, bit i for the i-th.
  using QueueMask = uint32_t;
  /// By side, the queue that got the last µop.
  using Turns = std::array<uint8_t, 2>;

  /// \p Width: places of a cycle; \p Entries: of each side.
  HalfBinder(const Cpu &C, unsigned Width, unsigned Entries)
      : Half(Width / 2 + Width % 2), Difference(C.Halves.Difference),
        Entries(Entries) {
    for (unsigned Side : {0, 1})
      for (uint8_t Port : C.Halves.Ports[Side])
        for (const auto &[Index, Q] : llvm::enumerate(C.Queues))
          if (Q.Ports >> Port & 1)
            Sides[Side] |= QueueMask(1) << Index;
    // The first µop goes to the first queue.
    for (unsigned Side : {0, 1})
      Last[Side] = Sides[Side] ? llvm::Log2_32(Sides[Side]) : 0;
  }

  /// Queues whose µops are bound so; 0: none.
  QueueMask queues() const { return Sides[0] | Sides[1]; }
  /// \p Held: what each queue of the CPU holds.
  void beginCycle(llvm::ArrayRef<unsigned> Held) {
    Place = 0;
    std::array<unsigned, 2> Sums = {};
    for (unsigned Side : {0, 1})
      for (QueueMask Of = Sides[Side]; Of; Of &= Of - 1)
        Sums[Side] += Held[llvm::countr_zero(Of)];
    const auto [Least, Most] = std::minmax(Sums[0], Sums[1]);
    IsOpen = Most == 0 || Most + Half <= Entries;
    Begins = Sums[0] - Least >= Difference;
  }
  /// Whether µops find room in this cycle.
  bool isOpen() const { return IsOpen; }
  /// The next fused-domain µop is dispatched.
  void nextPlace() { ++Place; }
  Turns turns() const { return Last; }
  /// The queue of a µop of the next fused one that may go to those of \p Of,
  /// some of queues(), if \p T had the last ones; it has the last one then.
  unsigned pick(QueueMask Of, Turns &T) const {
    unsigned Side = Begins ^ (Place >= Half);
    if (!(Of & Sides[Side]))
      Side ^= 1;
    const QueueMask From = Of & Sides[Side];
    // Behind the last one, else from the first one on.
    const QueueMask Later = From >> T[Side] >> 1 << T[Side] << 1;
    T[Side] = llvm::countr_zero(Later ? Later : From);
    return T[Side];
  }
  /// A µop goes to queue \p Q.
  void take(unsigned Q) {
    if (queues() >> Q & 1)
      Last[Sides[1] >> Q & 1] = Q;
  }
  uint64_t signature() const { return uint64_t(Last[0]) << 8 | Last[1]; }

private:
  const unsigned Half, Difference, Entries;
  std::array<QueueMask, 2> Sides = {};
  Turns Last = {};
  unsigned Place = 0; ///< in the cycle, of the next fused µop
  bool IsOpen = true;
  bool Begins = false; ///< the side of the first places
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_HALFBINDER_H
