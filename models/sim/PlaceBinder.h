//===- PlaceBinder.h - Queues by places in dispatch -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which queue a µop goes to by its place in dispatch (Cpu::Places): how AMD's
/// Zen 4 binds µops of vectors to the pipes of its two floating-point
/// schedulers, the sides. Fused-domain µops in even places belong to one side,
/// those in odd ones to the other, until a queue holds many more than the one
/// that it is paired with; then those of a cycle take turns. Where all hold
/// many together, and few have gone of late, each one goes to the other side
/// than the one before, of those that come while it is so, the first one goes
/// on with the turn; but one that finds much less in the queues of one side
/// goes there. docs/zen4-schedulers.md tells how each rule was measured.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_PLACEBINDER_H
#define TAKT_MODELS_SIM_PLACEBINDER_H

#include "Core.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace takt::sim {

class PlaceBinder {
public:
  /// A set of queues, bit i for the i-th.
  using QueueMask = uint32_t;

  /// \p Entries: of both sides together, half of which each of them has.
  PlaceBinder(const Cpu &C, unsigned Entries);

  /// Queues whose µops are bound so; 0: none.
  QueueMask queues() const { return Sides[0] | Sides[1]; }
  /// \p Held: what each queue of the CPU holds, \p Together: what holds one of
  /// the entries of Cpu::Together.
  void beginCycle(llvm::ArrayRef<unsigned> Held, unsigned Together);
  /// The next fused-domain µop is dispatched.
  void nextPlace() { Place ^= 1; }
  /// Whether the sides have room for the µops of the next fused one, which may
  /// go to the queues \p Of.
  bool hasRoom(llvm::ArrayRef<QueueMask> Of) const;
  /// µop \p N of the fused one may go to one of \p Queues; none: it takes its
  /// turn and is bound elsewhere.
  void add(UopNumber N, QueueMask Queues) {
    const uint8_t Side = sideOf(Queues, Ops.size(), Place);
    Room[Side] -= Queues && Room[Side];
    Ops.push_back({N, Queues, Side});
  }
  /// Binds the cycle's µops: calls \p Take with each one and its queue.
  template <typename Fn> void bind(Fn Take) {
    if (Ops.empty())
      return;
    for (unsigned I = 0; I != Ops.size(); ++I)
      if (Ops[I].Queues)
        Take(Ops[I].Number, queueOf(I));
    endCycle();
  }
  void state(StateWriter &W) const;
  uint64_t signature() const;

private:
  struct Op {
    UopNumber Number = 0;
    QueueMask Queues = 0;
    uint8_t Side = 0;
  };

  uint8_t sideOf(QueueMask Queues, unsigned Index, uint8_t Odd) const;
  unsigned queueOf(unsigned Op) const;
  void endCycle();
  void notePast(llvm::ArrayRef<unsigned> Held, unsigned Sum);
  /// What the queues held when the cycle so many before was over.
  llvm::ArrayRef<uint16_t> heldBefore(unsigned Cycles) const {
    return Recent[(Newest + Recent.size() - (Cycles - 1)) % Recent.size()];
  }
  std::optional<uint8_t> emptierSide(QueueMask Queues) const;
  /// A µop for \p Queues has a choice on either side: it alternates between the
  /// queues of one, and where both are full goes to the side that holds fewer.
  bool hasChoiceOnBoth(QueueMask Queues) const;

  std::array<QueueMask, 2> Sides = {}; ///< of even and of odd places
  /// Queues of one rank on both sides.
  llvm::SmallVector<std::pair<uint8_t, uint8_t>, 4> Pairs;
  unsigned Difference = 0, DifferenceAfter = 0; ///< as PlaceBinding has them
  unsigned Total = 0, TotalAfter = 0, Flow = 0, FlowAfter = 0;
  unsigned Uneven = 0, UnevenAfter = 0, Full = 0;
  unsigned Entries = 0; ///< of each side

  uint8_t Place = 1; ///< whether that of the current µop is odd
  uint8_t Turn = 0;  ///< the side that begins where they take turns
  std::array<uint8_t, 2> Flip = {}; ///< by side: which queue had the last
  /// What the queues held when each of the last cycles began.
  PoolVector<llvm::SmallVector<uint16_t, MaxQueues>> Recent;
  unsigned Newest = 0; ///< in Recent
  /// How many left the queues in each of the last cycles, the last one first.
  PoolVector<uint8_t> Gone;
  unsigned Kept = 0; ///< what the queues hold if none leaves
  /// Bit i: what was seen i cycles ago.
  uint64_t Differed = 0, Crowded = 0;
  // Of this cycle:
  bool IsDifferent = false;          ///< µops take turns
  bool IsCrowded = false;            ///< each goes the other way than the last
  std::array<bool, 2> IsFull = {};   ///< sides, when it began
  bool Differ = false;               ///< what they held then
  uint8_t Fewer = 0;                 ///< the side that held fewer then
  std::array<unsigned, 2> Room = {}; ///< entries of sides that are left
  llvm::SmallVector<Op, 16> Ops;     ///< of this cycle
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_PLACEBINDER_H
