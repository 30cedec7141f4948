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

using namespace llvm;

namespace takt::sim {

CycleBinder::CycleBinder(const Cpu &C)
    : SeenAfter(C.Binding.SeenAfter), LeftAfter(C.Binding.LeftAfter),
      Recent(std::max(SeenAfter, LeftAfter) + 1), Now(&Recent[0]) {
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
  }
}

void CycleBinder::beginCycle(QueueMask WithRoom, QueueMask WithAmple) {
  Kept = CycleOps();
  // Where one of them is full everything waits, whoever wants it
  // (docs/zen4.md).
  const bool Waits = Bound & ~WithRoom;
  Room = Waits ? 0 : All;
  Ample = Waits ? 0 : WithAmple >> First;
  At = At + 1 == Recent.size() ? 0 : At + 1;
  Now = &Recent[At];
  // What is overwritten below was counted in LeftAfter cycles at most.
  const Traffic &Left = ago(LeftAfter), &Entered = ago(SeenAfter);
  for (unsigned Q = 0; Q != MaxBound; ++Q)
    Seen[Q] += Entered.Entered[Q] - Left.Left[Q];
  *Now = Traffic();
}

/// Adds to each set of \p Of one of \p Queues that it has not.
CycleBinder::Sets CycleBinder::with(Sets Of, uint8_t Queues) {
  static constexpr Sets Without[] = {0x5555, 0x3333, 0x0f0f, 0x00ff};
  Sets To = 0;
  for (unsigned Q = 0; Q != MaxBound; ++Q)
    if (Queues >> Q & 1)
      To |= (Of & Without[Q]) << (1u << Q);
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

/// Adds \p O if there is a place for it.
bool CycleBinder::push(CycleOps &In, Op O, bool Second) const {
  O.Second = Second;
  O.Queues &= Second ? Ample & (AddressPlaces | SparePlaces) : Room;
  const Sets To = with(In.Reach[Second], O.Queues);
  if (!To)
    return false;
  In.Reach[Second] = To;
  In.Ops[In.Count++] = O;
  return true;
}

bool CycleBinder::place(CycleOps &In, Op O) const {
  if (O.Address) {
    if (push(In, O, true))
      return true;
    // One of them may take the place of an operation.
    if (In.Overflown || !push(In, O, false))
      return false;
    return In.Overflown = true;
  }
  if (push(In, O, false) || makeRoom(In, O))
    return true;
  // Two that have but one queue.
  return O.Queues != All && push(In, O, true);
}

/// Moves an operation, \p For or one in front of it, to a second place that no
/// address needs, a branch if there is one, else the last that may.
bool CycleBinder::makeRoom(CycleOps &In, const Op &For) const {
  for (bool Branches : {true, false}) {
    Op Alone = For;
    Alone.Queues &= SparePlaces;
    if (For.Queues != All && For.Branch == Branches && push(In, Alone, true))
      return true;
    for (unsigned I = In.Count; I--;) {
      const Op Was = In.Ops[I];
      if (Was.Second || Was.Address || Was.Branch != Branches ||
          Was.Queues == All || !(Was.Queues & SparePlaces & Ample))
        continue;
      const uint8_t Spare = Was.Queues & SparePlaces & Ample;
      const Sets Second = with(In.Reach[1], Spare);
      if (!Second)
        continue;
      const Sets First = In.Reach[0];
      In.Ops[I].Second = true;
      In.Ops[I].Queues = Spare;
      In.Reach[0] = reach(In, false);
      if (push(In, For, false)) {
        In.Reach[1] = Second;
        return true;
      }
      In.Ops[I] = Was;
      In.Reach[0] = First;
    }
  }
  return false;
}

bool CycleBinder::add(ArrayRef<Wish> Wishes) {
  Tried = Kept;
  for (const Wish &W : Wishes) {
    Op O;
    O.Queues = W.Queues >> First & All;
    O.Address = W.Address;
    O.Branch = W.Branch;
    if (!place(Tried, O))
      return false;
  }
  return true;
}

unsigned CycleBinder::keep() {
  const unsigned From = Kept.Count;
  Kept = Tried;
  return From;
}

/// That of \p Of whose queues held the least. All are of one size.
uint8_t CycleBinder::bestSet(Sets Of) const {
  // Each queue weighs more than all together that held more, or as much and
  // come behind it.
  unsigned Weight[MaxBound];
  for (unsigned Q = 0; Q != MaxBound; ++Q) {
    unsigned Before = 0;
    for (unsigned R = 0; R != MaxBound; ++R)
      Before += R < Q ? Seen[R] <= Seen[Q] : Seen[R] < Seen[Q];
    Weight[Q] = 1u << (MaxBound - 1 - Before);
  }
  static_assert(MaxBound == 4);
  unsigned Best = 0, Most = 0;
  for (; Of; Of &= Of - 1) {
    const unsigned Set = countr_zero(Of);
    const unsigned Sum = (Set & 1) * Weight[0] + (Set >> 1 & 1) * Weight[1] +
                         (Set >> 2 & 1) * Weight[2] + (Set >> 3) * Weight[3];
    if (Sum > Most) {
      Most = Sum;
      Best = Set;
    }
  }
  return Best;
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
  for (unsigned I = 0; I != Recent.size(); ++I) {
    const Traffic &T = ago(I);
    uint64_t Entered = 0, Left = 0;
    for (unsigned Q = 0; Q != MaxBound; ++Q) {
      Entered = Entered << 16 | T.Entered[Q];
      Left = Left << 16 | T.Left[Q];
    }
    W.word(Entered);
    W.word(Left);
  }
  for (int16_t S : Seen)
    W.word(uint16_t(S));
}

uint64_t CycleBinder::signature() const {
  uint64_t S = 0;
  for (int16_t Held : Seen)
    S = S * 131 + uint16_t(Held);
  return S;
}

} // namespace takt::sim
