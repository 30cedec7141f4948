//===- PlaceBinder.cpp - Queues by places in dispatch -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceBinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cstring>
#include <numeric>
#include <utility>

using namespace llvm;

namespace takt::sim {

PlaceBinder::PlaceBinder(const Cpu &C, unsigned Entries)
    : Difference(C.Places.Difference),
      DifferenceAfter(C.Places.DifferenceAfter), Total(C.Places.Total),
      TotalAfter(C.Places.TotalAfter), Flow(C.Places.Flow),
      FlowAfter(C.Places.FlowAfter), Uneven(C.Places.Uneven),
      UnevenAfter(C.Places.UnevenAfter), Full(C.Places.Full),
      Entries(Entries / 2) {
  Recent.resize(std::max(DifferenceAfter, UnevenAfter));
  Gone.resize(FlowAfter - 1 + C.Places.FlowCycles);
  for (auto &Held : Recent)
    Held.resize(alignTo<4>(C.Queues.size())); // 4 to a word of the state
  const auto QueueWith = [&](uint8_t Port) {
    return uint8_t(
        find_if(C.Queues,
                [&](const DispatchQueue &Q) { return Q.Ports >> Port & 1; }) -
        C.Queues.begin());
  };
  for (const auto &[Even, Odd] : zip_equal(C.Places.Even, C.Places.Odd)) {
    Pairs.push_back({QueueWith(Even), QueueWith(Odd)});
    Sides[0] |= QueueMask(1) << Pairs.back().first;
    Sides[1] |= QueueMask(1) << Pairs.back().second;
  }
}

/// A cycle begins in which they hold \p Held, those of the sides \p Sum.
void PlaceBinder::notePast(ArrayRef<unsigned> Held, unsigned Sum) {
  Newest = Newest + 1 == Recent.size() ? 0 : Newest + 1;
  llvm::copy(Held, Recent[Newest].begin());
  std::copy_backward(Gone.begin(), Gone.end() - 1, Gone.end());
  Gone.front() = std::min<unsigned>(Kept > Sum ? Kept - Sum : 0, UINT8_MAX);
  Kept = Sum;
}

void PlaceBinder::beginCycle(ArrayRef<unsigned> Held, unsigned Together) {
  bool Differs = false;
  std::array<unsigned, 2> Sum = {};
  for (const auto &[Even, Odd] : Pairs) {
    const unsigned A = Held[Even], B = Held[Odd];
    Differs |= (A > B ? A - B : B - A) >= Difference;
    Sum[0] += A;
    Sum[1] += B;
  }
  // What is older is not looked at, and would only tell equal states apart.
  Differed =
      (Differed << 1 | Differs) & maskTrailingOnes<uint64_t>(DifferenceAfter);
  Crowded = (Crowded << 1 | (Together >= Total)) &
            maskTrailingOnes<uint64_t>(TotalAfter);
  notePast(Held, Sum[0] + Sum[1]);
  IsFull = {Sum[0] >= Full, Sum[1] >= Full};
  Differ = Sum[0] != Sum[1];
  Fewer = Sum[1] < Sum[0];
  IsDifferent = Differed >> (DifferenceAfter - 1) & 1;
  IsCrowded =
      (Crowded >> (TotalAfter - 1) & 1) &&
      std::accumulate(Gone.begin() + (FlowAfter - 1), Gone.end(), 0u) < Flow;
  // An empty side takes a fused µop of whatever size.
  for (unsigned Side : {0, 1})
    Room[Side] = !Sum[Side]             ? Limits::Any
                 : Entries <= Sum[Side] ? 0
                                        : Entries - Sum[Side];
}

bool PlaceBinder::hasChoiceOnBoth(QueueMask Queues) const {
  return popcount(Queues & Sides[0]) > 1 && popcount(Queues & Sides[1]) > 1;
}

/// The side on which the emptiest of \p Queues holds much less than that of the
/// other one.
std::optional<uint8_t> PlaceBinder::emptierSide(QueueMask Queues) const {
  const ArrayRef<uint16_t> Held = heldBefore(DifferenceAfter);
  std::array<unsigned, 2> Least = {};
  for (unsigned Side : {0, 1}) {
    QueueMask Of = Queues & Sides[Side];
    if (!Of)
      return std::nullopt;
    Least[Side] = Held[countr_zero(Of)];
    while (Of &= Of - 1)
      Least[Side] = std::min<unsigned>(Least[Side], Held[countr_zero(Of)]);
  }
  const uint8_t Less = Least[1] < Least[0];
  if (Least[Less ^ 1] - Least[Less] < Difference)
    return std::nullopt;
  return Less;
}

/// The side of the \p Index-th µop of the cycle, whose place is \p Odd or not.
uint8_t PlaceBinder::sideOf(QueueMask Queues, unsigned Index,
                            uint8_t Odd) const {
  if (IsCrowded)
    if (const auto Side = emptierSide(Queues))
      return *Side;
  const bool AvoidsFull =
      !IsCrowded && (IsFull[0] != IsFull[1] ||
                     (IsFull[0] && Differ && hasChoiceOnBoth(Queues)));
  const uint8_t Side = AvoidsFull                 ? Fewer
                       : IsDifferent || IsCrowded ? Turn ^ (Index & 1)
                                                  : Odd;
  return Queues && !(Queues & Sides[Side]) ? Side ^ 1 : Side;
}

bool PlaceBinder::hasRoom(ArrayRef<QueueMask> Of) const {
  std::array<unsigned, 2> Left = Room;
  unsigned Index = Ops.size();
  for (QueueMask Queues : Of)
    if (const uint8_t Side = sideOf(Queues, Index++, Place ^ 1);
        Queues && Left[Side]-- == 0)
      return false;
  return true;
}

/// The emptiest of a side's queues if they differ much. Else, of two, the last
/// of the cycle's µops that alternate between them gets the one that did not
/// have the last, and the others those before. Who alternates on one side alone
/// takes what such a µop would. Where much is held nobody alternates.
unsigned PlaceBinder::queueOf(unsigned N) const {
  const Op &O = Ops[N];
  QueueMask From = O.Queues & Sides[O.Side];
  const ArrayRef<uint16_t> Held = heldBefore(UnevenAfter);
  unsigned Least = countr_zero(From), Most = 0;
  for (QueueMask Q = From; Q; Q &= Q - 1) {
    const unsigned I = countr_zero(Q);
    Most = std::max<unsigned>(Most, Held[I]);
    if (Held[I] < Held[Least])
      Least = I;
  }
  if (Most - Held[Least] >= Uneven)
    return Least;
  unsigned Later = Flip[O.Side] + 1;
  for (const Op &Other :
       ArrayRef(Ops).drop_front(IsCrowded ? Ops.size() : N + 1))
    Later += Other.Side == O.Side && hasChoiceOnBoth(Other.Queues);
  for (unsigned Skip = Later % popcount(From); Skip; --Skip)
    From &= From - 1;
  return countr_zero(From);
}

void PlaceBinder::endCycle() {
  for (const Op &O : Ops) {
    Kept += O.Queues != 0;
    Flip[O.Side] ^= !IsCrowded && hasChoiceOnBoth(O.Queues);
  }
  if (IsDifferent)
    Turn ^= Ops.size() > 1;
  else if (IsCrowded) // each µop the other side than the crowded one before
    Turn ^= Ops.size() & 1;
  Ops.clear();
}

/// What the next cycle looks at.
void PlaceBinder::state(StateWriter &W) const {
  W.word(uint64_t(Place) << 24 | uint64_t(Turn) << 16 | uint64_t(Flip[0]) << 8 |
         Flip[1]);
  for (unsigned Cycles = 1; Cycles < Recent.size(); ++Cycles) {
    const ArrayRef<uint16_t> Held = heldBefore(Cycles);
    std::memcpy(W.space(Held.size() / 4), Held.data(),
                Held.size() * sizeof(uint16_t));
  }
  W.word(Kept);
  uint64_t Packed = 0;
  for (size_t I = 0; I + 1 != Gone.size(); ++I) {
    Packed = Packed << 8 | Gone[I];
    if (I % sizeof(Packed) == sizeof(Packed) - 1)
      W.word(std::exchange(Packed, 0));
  }
  W.word(Packed);
  W.word(Differed & maskTrailingOnes<uint64_t>(DifferenceAfter - 1));
  W.word(Crowded & maskTrailingOnes<uint64_t>(TotalAfter - 1));
}

uint64_t PlaceBinder::signature() const {
  return (Differed << 8 ^ Crowded) << 4 | Place << 3 | Turn << 2 |
         Flip[0] << 1 | Flip[1];
}

} // namespace takt::sim
