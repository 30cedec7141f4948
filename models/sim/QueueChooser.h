//===- QueueChooser.h - The queue that a µop waits in -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Queues between dispatch and ports (Cpu::Queues): which one a µop goes to
/// when it is issued, and whether there is room. A queue's ports take only µops
/// of this queue, so the choice binds the µop, long before its operands are
/// there. docs/zen4-schedulers.md tells how the rules were found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_QUEUECHOOSER_H
#define TAKT_MODELS_SIM_QUEUECHOOSER_H

#include "CycleBinder.h"
#include "HalfBinder.h"
#include "PlaceBinder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

namespace takt::sim {

class QueueChooser {
public:
  /// A set of queues, bit i for the i-th.
  using QueueMask = uint32_t;

  /// Whether the scheduler has anything to do with the queues of \p C: a front
  /// end that dispatches in order keeps to their widths, not to their entries.
  static bool isNeeded(const Cpu &C);
  QueueChooser(const Program &P, const Limits &L, const Cpu &C);

  /// The sets of ports that µops may use once they are in a queue, as
  /// InFlight::Set counts them.
  llvm::ArrayRef<ResourceMask> sets() const { return Sets; }

  void beginCycle();
  /// Whether some µop so far found no room, or not all of it.
  bool wasShort() const { return Short || Binder.lackedEntries(); }
  /// The next fused µop enters.
  void nextPlace() {
    Places.nextPlace();
    Halves.nextPlace();
    Binder.nextPlace(Wants);
  }
  /// Whether all µops of \p F find a queue with room now. Remembers which one,
  /// until the next call.
  bool findRoom(const SimFused &F);
  /// Whether the places that are bound by cycles do for the first operation of
  /// each of \p Fs; what one has more may go later. findRoom is to be asked
  /// again.
  bool hasPlacesFor(llvm::ArrayRef<SimFused> Fs);
  /// Puts µop \p N, which is \p U and the \p Index-th of the fused µop that
  /// findRoom looked at, into its queues. \p Set is its set of ports, unless
  /// the cycle's end decides, and \p HoldsEntry whether it holds entries.
  /// \returns whether it waits in front of a queue.
  bool enter(UopNumber N, const SimUop &U, unsigned Index, uint8_t &Set,
             bool &HoldsEntry) {
    HeldTogether += U.Together;
    const Plan &To = Planned[Index];
    Set = To.Set;
    HoldsEntry = To.Holds;
    if (Index == 0 && Wants)
      FirstWish = Binder.keep();
    if (!To.Wish) {
      if (BindsPlaces && (To.ByPlace || U.Together))
        Places.add(N, To.ByPlace ? To.Queues : 0);
      if (To.ByPlace)
        return false;
      return To.Holds && takeEntries(N, U, To.Queues);
    }
    Unbound.push_back({N, FirstWish + *To.Wish});
    return false;
  }
  /// Calls \p Bind with each µop that entered in this cycle and is bound by
  /// cycles, and with its queue, for bindTo.
  template <typename Fn> void endCycle(Fn Bind) {
    if (BindsPlaces)
      Places.bind(Bind);
    if (Unbound.empty())
      return;
    Binder.bind([&](unsigned Wish, unsigned Q) { WishQueues[Wish] = Q; });
    for (const auto &[N, Wish] : Unbound)
      Bind(N, WishQueues[Wish]);
    Unbound.clear();
  }
  /// Binds \p U, whose entry is in queue \p Q.
  void bindTo(InFlight &U, unsigned Q);
  /// \p U leaves its queue. Calls \p Enters with each µop that comes in from in
  /// front of it.
  template <typename Fn> void leave(const InFlight &U, Fn Enters) {
    HeldTogether -= U.Static->Together;
    if (!U.HoldsEntry)
      return;
    for (QueueMask Of = SetQueues[U.Set]; Of; Of &= Of - 1) {
      Queue &Q = Queues[llvm::countr_zero(Of)];
      --Q.Held;
      Binder.leave(llvm::countr_zero(Of));
      if (Q.First != Q.End)
        Enters(Q.Ring[Q.First++ & (Q.Ring.size() - 1)]);
    }
  }
  void state(StateWriter &W) const;
  uint64_t signature() const;

private:
  /// What a µop of a class may do.
  struct Choice {
    QueueMask Queues = 0;                ///< 0: its ports are in no queue
    bool All = false;                    ///< it goes to all of them, not to one
    bool OutOfTurn = false;              ///< a branch (Cpu::BranchOrder)
    llvm::SmallVector<uint8_t, 4> Order; ///< queues of such a branch
    uint8_t Family = 0;
    /// By queue, or [0] where there is nothing to choose: index into Sets.
    llvm::SmallVector<uint8_t, 8> Set;
  };
  struct Queue {
    ResourceMask Ports = 0;
    unsigned Width = 0, Entries = 0, Room = 0;
    /// Entries taken, those in front of it included; entered in this cycle.
    unsigned Held = 0, Entered = 0;
    bool HasBranch = false; ///< one entered in this cycle
    /// Those that wait in front of it.
    PoolVector<UopNumber> Ring;
    uint32_t First = 0, End = 0;
  };
  /// What findRoom decided for a µop.
  struct Plan {
    QueueMask Queues = 0;
    uint8_t Set = 0;
    bool Holds = false;   ///< takes entries
    bool ByPlace = false; ///< its place decides among Queues
    /// Index of its entry among those that the fused µop wants from Binder.
    std::optional<uint8_t> Wish;
  };

  /// What is the same each time that a fused µop enters: what its µops do that
  /// are bound by cycles.
  struct Binding {
    llvm::SmallVector<Plan, 2> Plans;
    llvm::SmallVector<CycleBinder::Wish, 2> Wishes;
    bool IsAll = false; ///< the others are in no queue
  };

  void findTurns(const Cpu &C);
  bool hasRoomTogether(const SimFused &F) const;
  bool findQueues(const SimFused &F);
  bool findPlans(const SimFused &F);
  bool placesHaveRoom(const SimFused &F) const;
  void findBindings();
  void addBinding(const SimFused &F);
  Choice choiceFor(ResourceMask Ports);
  Choice branchChoice(Choice From, ResourceMask Ports, const Cpu &C) const;
  const Choice &choice(const SimUop &U) const {
    return (U.Kind == UopKind::Branch ? Branches : Choices)[U.PortClass];
  }
  uint8_t setFor(ResourceMask Ports, QueueMask Of);
  void wishForOne(Binding &B, const SimUop &U) const;
  bool hasRoom(unsigned Q, QueueMask Used) const;
  int pick(const Choice &C, QueueMask From, QueueMask Used) const;
  int pickByChance(const Choice &Ch, QueueMask From, QueueMask Used);
  int pickForBranch(const Choice &C, QueueMask Used) const;
  void wish(Binding &B, llvm::ArrayRef<SimUop> Uops) const;
  bool findRoomForRest(const SimFused &F);
  bool lacks() {
    Short = true;
    return false;
  }
  /// The places of dispatch decide among the queues of \p Ch.
  bool isByPlace(const Choice &Ch) const {
    return BindsPlaces && Ch.Queues && !(Ch.Queues & ~Places.queues());
  }
  /// The half of the cycle decides among the queues of \p Ch.
  bool isByHalf(const Choice &Ch) const {
    return BindsHalves && Ch.Queues && !(Ch.Queues & ~Halves.queues());
  }
  bool takeEntries(UopNumber N, const SimUop &U, QueueMask Of);

  const Program &P;
  PoolVector<Queue> Queues;
  PoolVector<Choice> Choices;  ///< by SimUop::PortClass
  PoolVector<Choice> Branches; ///< the same of branches
  PoolVector<ResourceMask> Sets;
  PoolVector<QueueMask> SetQueues; ///< by set: the queues of its µops
  /// Whose turn it is, by family: queues that some µop can choose from are of
  /// one family, which loads and stores have apart.
  PoolVector<uint8_t> Turn;
  llvm::SmallVector<Plan, 8> Plans;
  const Plan *Planned = nullptr; ///< of the fused µop that enters
  bool Wants = false;            ///< it has wishes
  bool Short = false;            ///< one found no room, but for those of Binder
  unsigned EntriesTogether = Limits::Any, HeldTogether = 0;

  QueueMask ByChance = 0; ///< DispatchQueue::ByChance
  uint8_t Chance = 1;     ///< state of the generator, of 127 that come in turn

  const ResourceMask AddressPorts; ///< of loads and stores
  CycleBinder Binder;
  PlaceBinder Places;
  HalfBinder Halves;
  bool BindsCycles = false, BindsPlaces = false, BindsHalves = false;
  PoolVector<Binding> Bindings; ///< by a fused µop's first µop
  PoolVector<uint8_t> DataSets; ///< by queue: of store data
  unsigned FirstWish = 0;       ///< of the fused µop that enters
  /// µops that entered in this cycle and their wishes, and the queues of those.
  llvm::SmallVector<std::pair<UopNumber, uint8_t>, 16> Unbound;
  std::array<uint8_t, 32> WishQueues = {};
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_QUEUECHOOSER_H
