//===- CycleBinder.h - Queues for the µops of a cycle -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which queue each µop of a dispatch cycle goes to (Cpu::Binding): the
/// permutations of AMD's patent US 11,294,678 (*Scheduler queue assignment*).
/// Every queue has a first place, for operations, and a second one, for
/// addresses; a µop takes one of them, and a place takes one µop in a cycle. Of
/// the sets of queues that can take a cycle's µops in distinct places it is the
/// one of those that held the least some cycles ago, of equal ones the first.
/// Operations have second places, too: while no queue is about to fill up, like
/// the *burst mode* of patent US 11,334,384, and two that have one queue alone.
/// docs/zen4-schedulers.md tells how each rule was measured.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_CYCLEBINDER_H
#define TAKT_MODELS_SIM_CYCLEBINDER_H

#include "Core.h"
#include <array>

namespace takt::sim {

class CycleBinder {
public:
  /// A set of queues, bit i for the i-th.
  using QueueMask = uint32_t;

  /// An entry that a µop, or several that share it, want.
  struct Wish {
    QueueMask Queues = 0; ///< among those that are bound by cycles
    bool Address = false; ///< goes to a second place
    bool Half = false;    ///< the second half of a wide store's address
    /// The queues that it could go to but for its address, which count where
    /// operations for one queue meet others; 0: Queues.
    QueueMask Alike = 0;
  };

  explicit CycleBinder(const Cpu &C);

  /// Queues whose µops are bound so; 0: none.
  QueueMask queues() const { return Bound; }
  /// \p Free: entries of each of these queues that nobody holds.
  void beginCycle(llvm::ArrayRef<unsigned> Free);
  /// Something is dispatched; \p Bound: it was kept here.
  void nextPlace(bool Bound) { HasOthers |= !Bound; }
  /// Whether in some cycle so far what is dispatched was not free to go to any
  /// place for lack of entries.
  bool lackedEntries() const { return Lacked; }
  /// Nothing else may be dispatched in this cycle.
  bool isClosed() const { return Kept.HasNeighbor; }
  /// Whether the cycle has places for all of \p Wishes beside those that were
  /// kept. Remembers them until the next call.
  bool add(llvm::ArrayRef<Wish> Wishes);
  /// They are dispatched. \returns the number of the first one of them.
  unsigned keep();
  /// Decides where everything goes that was kept in this cycle. Calls
  /// \p Take with the number of each wish and its queue.
  template <typename Fn> void bind(Fn Take) {
    if (!Kept.Count)
      return;
    if (Kept.HasHalf)
      chooseForHalves();
    for (bool Second : {false, true})
      if (Kept.Reach[Second] != Nothing)
        choose(Second);
    for (unsigned I = 0; I != Kept.Count; ++I) {
      const unsigned Q = Kept.Ops[I].Chosen;
      ++Now->Entered[Q];
      Take(I, First + Q);
    }
  }
  /// Something that this does not bind has entered queue \p Q.
  void enter(unsigned Q) {
    if (Bound >> Q & 1)
      ++Now->Entered[Q - First];
  }
  /// What holds an entry of queue \p Q has left it.
  void leave(unsigned Q) {
    if (!(Bound >> Q & 1))
      return;
    ++Now->Left[Q - First];
    ++Leaving[Q - First];
  }
  void state(StateWriter &W) const;
  uint64_t signature() const;

private:
  static constexpr unsigned MaxBound = CycleBinding::MaxQueues;
  using Sets = uint16_t; ///< sets of bound queues: bit i for that of mask i
  static constexpr Sets Nothing = 1; ///< the empty set alone

  struct Op {
    uint8_t Wanted = 0; ///< queues, from First on
    uint8_t Queues = 0; ///< of these, what others leave it
    bool Second = false;
    bool Address = false, Half = false;
    uint8_t Chosen = 0;
  };
  /// Copied for each µop that is tried, so it is small.
  struct CycleOps {
    /// Each has a place of its own, of which there are so many.
    std::array<Op, 2 * MaxBound> Ops;
    uint8_t Count = 0;
    bool Overflown = false; ///< an address took a first place
    bool HasHalf = false;   ///< so did the second half of a store
    /// The queues both of whose places operations have that have no other one,
    /// and whether another operation of some queues has one of these.
    uint8_t Twins = 0;
    bool HasNeighbor = false;
    /// The sets of queues whose first and second places can take all that is in
    /// Ops for them.
    std::array<Sets, 2> Reach = {Nothing, Nothing};
  };
  /// How many µops entered and left a queue in a cycle.
  struct Traffic {
    uint16_t Entered[MaxBound] = {}, Left[MaxBound] = {};
  };

  static Sets with(Sets Of, uint8_t Queues);
  static Sets reach(const CycleOps &In, bool Second);
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool place(CycleOps &In, Op O) const;
  uint8_t secondPlaces(const Op &O) const;
  bool lacksAmple(const Op &O) const;
  uint8_t sparePlaces(const Op &O) const;
  bool pushTwin(CycleOps &In, Op O) const;
  bool allowsTwins(CycleOps &In) const;
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool push(CycleOps &In, Op O, bool Second, uint8_t Places) const;
  LLVM_ATTRIBUTE_NOINLINE
  bool makeRoom(CycleOps &In, const Op &For) const;
  bool moveAside(CycleOps &In, const Op &For, unsigned I, bool Apart) const;
  void choose(bool Second);
  void chooseForHalves();
  uint8_t bestSet(Sets Of) const;
  /// That of \p Cycles ago, fewer than are kept.
  const Traffic &ago(unsigned Cycles) const {
    return Recent[At >= Cycles ? At - Cycles : At + Recent.size() - Cycles];
  }

  QueueMask Bound = 0;
  unsigned First = 0; ///< the first bound queue; the others follow
  /// Second places of addresses; those that others may use; of twins.
  uint8_t AddressPlaces = 0, SparePlaces = 0, TwinPlaces = 0, All = 0;
  /// In this cycle: queues with room; with room for two; those of which that is
  /// also for two operations.
  uint8_t Room = 0, Pairs = 0, Ample = 0;
  unsigned SeenAfter = 0, LeftAfter = 0, FreeAfter = 0; ///< cycles
  unsigned Reserve = 0;
  bool HasOthers = false; ///< dispatched in this cycle, and not bound here
  CycleOps Kept, Tried;
  /// What the choice goes by.
  int16_t Seen[MaxBound] = {};
  /// Entries that were left and cannot be taken yet.
  uint16_t Leaving[MaxBound] = {};
  /// The queues that had twice and thrice the reserve when this cycle began,
  /// and those that have ample room in the next one for what they had before
  /// it.
  uint8_t HadTwice = ~0, HadThrice = ~0, HadAmple = ~0;
  /// The last cycle with any had an address that all such places can take.
  bool HadWideAddress = false;
  bool Lacked = false;
  PoolVector<Traffic> Recent;
  unsigned At = 0; ///< this cycle's in Recent
  Traffic *Now = nullptr;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_CYCLEBINDER_H
