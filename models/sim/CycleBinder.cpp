//===- CycleBinder.cpp - Queues for the µops of a cycle ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CycleBinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace takt::sim {

CycleBinder::CycleBinder(const Cpu &C)
    : SeenAfter(C.Binding.SeenAfter), LeftAfter(C.Binding.LeftAfter),
      FreeAfter(C.Binding.FreeAfter), Reserve(C.Binding.Reserve),
      Recent(std::max({SeenAfter, LeftAfter, FreeAfter}) + 1), Now(&Recent[0]) {
  const ResourceMask Addresses = C.LoadPorts | C.StoreAddressPorts;
  for (const auto &[Q, From] : enumerate(C.Queues)) {
    if (!(From.Ports & C.Binding.FirstPorts))
      continue;
    if (!Bound)
      First = Q;
    Bound |= QueueMask(1) << Q;
    const ResourceMask Second = From.Ports & ~C.Binding.FirstPorts;
    const uint8_t Bit = 1u << (Q - First);
    All |= Bit;
    if (Second & Addresses)
      AddressPlaces |= Bit;
    else if (Second)
      SparePlaces |= Bit;
    if (Second && !(From.Ports & C.Binding.SinglePorts))
      TwinPlaces |= Bit;
  }
}

void CycleBinder::beginCycle(ArrayRef<unsigned> Free) {
  // What went into any of them in the last cycle may have gone to each.
  unsigned Last[MaxBound], Any = 0;
  for (unsigned Q = 0; Q != MaxBound; ++Q)
    Any += Last[Q] = Now->Entered[Q];
  At = At + 1 == Recent.size() ? 0 : At + 1;
  Now = &Recent[At];
  // What is overwritten below was counted in LeftAfter cycles at most.
  const Traffic &Left = ago(LeftAfter), &Entered = ago(SeenAfter),
                &Freed = ago(FreeAfter);
  bool HasRoom = true;
  uint8_t HasTwice = 0, HasThrice = 0;
  Pairs = 0;
  for (unsigned Q = 0; Q != MaxBound; ++Q) {
    Seen[Q] += Entered.Entered[Q] - Left.Left[Q];
    Leaving[Q] -= Freed.Left[Q];
    if (!(All >> Q & 1))
      continue;
    const unsigned Fear = Any && Last[Q] < Reserve ? Reserve - Last[Q] : 0;
    HasRoom &= Free[Q] >= Leaving[Q] + Fear + Reserve;
    Pairs |= (Free[Q] >= Leaving[Q] + 2) << Q;
    HasTwice |= (Free[Q] >= Leaving[Q] + 2 * Reserve) << Q;
    HasThrice |= (Free[Q] >= Leaving[Q] + 3 * Reserve) << Q;
  }
  // Where one of them lacks the reserve everything waits, whoever wants it
  // (docs/zen4-schedulers.md).
  Room = HasRoom ? All : 0;
  Pairs &= Room;
  Ample = HadAmple & Pairs;
  // The next cycle goes by what the last one began with, less what that may
  // have put into each, and this one may.
  HadAmple = Any ? HadThrice : HadTwice;
  HadTwice = HasTwice;
  HadThrice = HasThrice;
  Lacked |= Ample != All;
  // Dispatch may have waited since.
  if (Kept.Count)
    HadWideAddress =
        any_of(ArrayRef(Kept.Ops).take_front(Kept.Count), [&](const Op &O) {
          return O.Address && O.Wanted == AddressPlaces;
        });
  *Now = Traffic();
  Kept = CycleOps();
  HasOthers = false;
}

/// Adds to each set of \p Of one of \p Queues that it has not.
CycleBinder::Sets CycleBinder::with(Sets Of, uint8_t Queues) {
  static constexpr Sets Without[] = {0x5555, 0x3333, 0x0f0f, 0x00ff};
  unsigned To = 0;
  for (unsigned Q = 0; Q != MaxBound; ++Q)
    To |= (Of & Without[Q] & -(Queues >> Q & 1u)) << (1u << Q);
  return To;
}

/// The sets of queues whose first (\p Second) places can take all that \p In
/// has for them.
CycleBinder::Sets CycleBinder::reach(const CycleOps &In, bool Second) {
  Sets To = Nothing;
  for (unsigned I = 0; I != In.Count; ++I)
    if (In.Ops[I].Second == Second)
      To = with(To, In.Ops[I].Queues);
  return To;
}

/// Queues whose second place \p O may have, other than a twin (pushTwin).
uint8_t CycleBinder::secondPlaces(const Op &O) const {
  if (O.Address)
    return O.Queues & (AddressPlaces | SparePlaces) & Pairs;
  return O.Queues & SparePlaces & Ample;
}

/// Whether \p O, an address that some queues of addresses cannot take, has to
/// keep to its second places because one of its own is about to fill up: it
/// does not take an operation's then, unless all could take one of those of the
/// last cycle with any (docs/zen4-schedulers.md).
bool CycleBinder::lacksAmple(const Op &O) const {
  return !O.Half && O.Queues != AddressPlaces && (O.Queues & ~Ample) &&
         !HadWideAddress;
}

/// Adds \p O to one of the first or \p Second \p Places, if there is one.
bool CycleBinder::push(CycleOps &In, Op O, bool Second, uint8_t Places) const {
  O.Second = Second;
  O.Queues = Places;
  const Sets To = with(In.Reach[Second], Places);
  if (!To)
    return false;
  In.Reach[Second] = To;
  In.Ops[In.Count++] = O;
  return true;
}

/// Adds \p O, which has but one queue, to its second place if the first one is
/// that of an operation of this queue alone, too. The reserve is enough for it.
bool CycleBinder::pushTwin(CycleOps &In, Op O) const {
  const uint8_t Place = O.Queues & TwinPlaces & Pairs;
  if (none_of(ArrayRef(In.Ops).take_front(In.Count),
              [&](const Op &Other) {
                return !Other.Second && Other.Wanted == O.Wanted;
              }) ||
      !push(In, O, true, Place))
    return false;
  In.Twins |= Place;
  return true;
}

/// Where two operations of one queue meet one that has this queue and another
/// one to choose from, nothing else may be dispatched in the cycle, unless one
/// fused µop wants all of it.
bool CycleBinder::allowsTwins(CycleOps &In) const {
  const ArrayRef<Op> Ops = ArrayRef(In.Ops).take_front(In.Count);
  In.HasNeighbor = any_of(Ops, [&](const Op &O) {
    return !O.Second && !O.Address && O.Wanted != All &&
           (O.Wanted & In.Twins) && !isPowerOf2_32(O.Wanted);
  });
  if (!In.HasNeighbor || (!Kept.Count && !HasOthers))
    return true;
  return !HasOthers && none_of(Ops, [&](const Op &O) {
    return O.Wanted == All || O.Address;
  });
}

bool CycleBinder::place(CycleOps &In, Op O) const {
  if (O.Address) {
    if (push(In, O, true, secondPlaces(O)))
      return true;
    // One of them may take the place of an operation, and the second half of a
    // store beside it.
    if ((In.Overflown && !O.Half) || lacksAmple(O) ||
        !push(In, O, false, O.Queues & Room))
      return false;
    In.HasHalf |= O.Half;
    In.Overflown |= !O.Half;
    return true;
  }
  if (push(In, O, false, O.Queues & Room) || makeRoom(In, O))
    return true;
  if (isPowerOf2_32(O.Queues))
    return pushTwin(In, O);
  return O.Queues != All && push(In, O, true, secondPlaces(O));
}

/// The queues whose second place \p O, which has a first one, may have because
/// no address needs it.
uint8_t CycleBinder::sparePlaces(const Op &O) const {
  const bool Has = O.Second || O.Address || O.Queues == All;
  return Has ? 0 : secondPlaces(O) & SparePlaces;
}

/// Adds \p For after moving an operation in front of it, or itself, to a second
/// place that no address needs: the first one if the others need not have that
/// queue, else the last one.
bool CycleBinder::makeRoom(CycleOps &In, const Op &For) const {
  for (unsigned I = 0; I <= In.Count; ++I)
    if (moveAside(In, For, I, /*Apart=*/true))
      return true;
  for (unsigned I = In.Count + 1; I--;)
    if (moveAside(In, For, I, /*Apart=*/false))
      return true;
  return false;
}

/// Adds \p For and moves the \p I-th operation, the last one being \p For, to a
/// second place that no address needs. \p Apart: no other one that has the
/// choice gets the first place of its queue.
bool CycleBinder::moveAside(CycleOps &In, const Op &For, unsigned I,
                            bool Apart) const {
  const bool Itself = I == In.Count;
  const uint8_t Spare = sparePlaces(Itself ? For : In.Ops[I]);
  if (!Spare)
    return false;
  CycleOps Moved = In;
  Op Added = For;
  const auto Leave = [&](Op &O) {
    if (Apart && sparePlaces(O))
      O.Queues &= ~Spare;
  };
  for (unsigned J = 0; J != In.Count; ++J)
    if (J != I)
      Leave(Moved.Ops[J]);
  if (!Itself) {
    Moved.Ops[I].Second = true;
    Moved.Ops[I].Queues = Spare;
    Leave(Added);
  }
  Moved.Reach = {reach(Moved, false), reach(Moved, true)};
  if (!Moved.Reach[0] || !Moved.Reach[1] ||
      !push(Moved, Added, Itself,
            Itself ? secondPlaces(Added) : Added.Queues & Room))
    return false;
  In = Moved;
  return true;
}

bool CycleBinder::add(ArrayRef<Wish> Wishes) {
  Tried = Kept;
  for (const Wish &W : Wishes) {
    Op O;
    O.Queues = O.Wanted = W.Queues >> First & All;
    O.Address = W.Address;
    O.Half = W.Half;
    if (W.Alike)
      O.Wanted = W.Alike >> First & All;
    if (!place(Tried, O))
      return false;
  }
  return !Tried.Twins || allowsTwins(Tried);
}

unsigned CycleBinder::keep() {
  const unsigned From = Kept.Count;
  Kept = Tried;
  return From;
}

namespace {

/// For each way in which the queues may be in order of what they held: how good
/// each set of them is, the larger the better. Bit i of the way says which one
/// of the i-th pair of queues comes first.
struct SetRanks {
  static constexpr unsigned Queues = CycleBinding::MaxQueues;
  static constexpr unsigned Pairs = Queues * (Queues - 1) / 2;
  uint8_t Of[1 << Pairs][1 << Queues] = {};

  constexpr SetRanks() {
    for (unsigned Way = 0; Way != 1 << Pairs; ++Way) {
      unsigned Behind[Queues] = {}, Pair = 0;
      for (unsigned Q = 0; Q != Queues; ++Q)
        for (unsigned R = Q + 1; R != Queues; ++R)
          ++Behind[Way >> Pair++ & 1 ? Q : R];
      // A queue weighs more than all together that come behind it.
      for (unsigned Set = 0; Set != 1 << Queues; ++Set)
        for (unsigned Q = 0; Q != Queues; ++Q)
          Of[Way][Set] += (Set >> Q & 1) << Behind[Q];
    }
  }
};

constexpr SetRanks Ranks;

} // namespace

/// That of \p Of, which are of one size, whose queues held the least; of equal
/// ones the first.
uint8_t CycleBinder::bestSet(Sets Of) const {
  unsigned Way = 0, Pair = 0;
  for (unsigned Q = 0; Q != MaxBound; ++Q)
    for (unsigned R = Q + 1; R != MaxBound; ++R)
      Way |= unsigned(Seen[Q] <= Seen[R]) << Pair++;
  unsigned Best = 0;
  for (; Of; Of &= Of - 1) {
    const unsigned Set = countr_zero(Of);
    Best = std::max(Best, unsigned(Ranks.Of[Way][Set]) << MaxBound | Set);
  }
  return Best & ((1u << MaxBound) - 1);
}

/// The second halves of stores in first places get theirs before operations do:
/// the queue that held the least.
void CycleBinder::chooseForHalves() {
  for (unsigned I = 0; I != Kept.Count; ++I) {
    Op &O = Kept.Ops[I];
    if (O.Second || !O.Half)
      continue;
    uint8_t Best = 0;
    Sets BestReach = Nothing;
    for (unsigned May = O.Queues; May; May &= May - 1) {
      const unsigned Q = countr_zero(May);
      if (Best && Seen[Q] >= Seen[countr_zero(Best)])
        continue;
      Sets To = with(Nothing, 1u << Q);
      for (unsigned J = 0; J != Kept.Count; ++J)
        if (J != I && !Kept.Ops[J].Second)
          To = with(To, Kept.Ops[J].Queues);
      if (!To)
        continue;
      Best = 1u << Q;
      BestReach = To;
    }
    O.Queues = Best;
    Kept.Reach[false] = BestReach;
  }
}

/// Each operation, in program order, takes the first queue of the set that
/// leaves those behind it theirs.
void CycleBinder::choose(bool Second) {
  uint8_t Left = bestSet(Kept.Reach[Second]);
  // The sets that those behind each one can take.
  std::array<Sets, 2 * MaxBound> Behind;
  Sets To = Nothing;
  for (unsigned I = Kept.Count; I--;) {
    Behind[I] = To;
    if (Kept.Ops[I].Second == Second)
      To = with(To, Kept.Ops[I].Queues);
  }
  for (unsigned I = 0; I != Kept.Count; ++I) {
    Op &O = Kept.Ops[I];
    if (O.Second != Second)
      continue;
    for (unsigned May = O.Queues & Left; May; May &= May - 1) {
      const unsigned Q = countr_zero(May);
      if (!(Behind[I] >> (Left & ~(1u << Q)) & 1))
        continue;
      O.Chosen = Q;
      Left &= ~(1u << Q);
      break;
    }
  }
}

void CycleBinder::state(StateWriter &W) const {
  static_assert(sizeof(Traffic) % sizeof(uint64_t) == 0 &&
                sizeof Seen == sizeof(uint64_t));
  constexpr size_t Words = sizeof(Traffic) / sizeof(uint64_t);
  uint64_t *To = W.space(Words * Recent.size() + 2);
  // The oldest one first.
  const size_t Before = Recent.size() - At - 1;
  std::memcpy(To, Recent.data() + At + 1, Before * sizeof(Traffic));
  To += Words * Before;
  std::memcpy(To, Recent.data(), (At + 1) * sizeof(Traffic));
  To += Words * (At + 1);
  std::memcpy(To++, Seen, sizeof Seen);
  *To = HadAmple | HadTwice << 8 | HadThrice << 16 |
        uint32_t(HadWideAddress) << 24;
}

uint64_t CycleBinder::signature() const {
  uint64_t S = 0;
  for (int16_t Held : Seen)
    S = S * 131 + uint16_t(Held);
  return S;
}

} // namespace takt::sim
