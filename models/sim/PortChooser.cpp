//===- PortChooser.cpp - The port that a µop gets at issue ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortChooser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace takt::sim {

PortChooser::PortChooser(const Renamer &R, unsigned NumResources,
                         ArrayRef<ResourceMask> Classes)
    : Policy(R.Ports), Imbalance(R.PortImbalance), Sets(Classes.size()),
      Turn(R.Alternating.size()) {
  for (const auto &[S, Ports] : zip_equal(Sets, Classes)) {
    S.Ports = Ports;
    NumPorts = std::max<unsigned>(NumPorts, bit_width(Ports));
    const auto Set = find(R.Alternating, Ports);
    if ((Ports & (Ports - 1)) == 0) {
      S.How = PortSet::Only;
      S.OrderedUntil = ~0u;
    } else if (Set != R.Alternating.end() && Policy != PortChoice::Uniform) {
      S.How = PortSet::Alternating;
      S.Turn = Set - R.Alternating.begin();
    } else if (Policy == PortChoice::SixPorts ||
               Policy == PortChoice::EightPorts) {
      S.How = PortSet::BySlot;
    }
    if (S.How == PortSet::Only || S.How == PortSet::Alternating)
      for (ResourceMask Left = Ports; Left; Left &= Left - 1)
        S.Order[S.Count++] = countr_zero(Left);
  }
  for (unsigned P = NumPorts; P < NumResources; ++P)
    Unused *= 31;
  rankPorts(R.PortOrder);
}

void PortChooser::rankPorts(ArrayRef<unsigned> Order) {
  unsigned Rank = 0;
  for (unsigned Port : Order)
    PortOf[Rank++] = Port;
  for (unsigned Port = MaxPorts; Port--;)
    if (!is_contained(Order, Port))
      PortOf[Rank++] = Port;
  for (Rank = 0; Rank != MaxPorts; ++Rank)
    RankOf[PortOf[Rank]] = Rank;
}

void PortChooser::beginCycle() {
  ++Cycle;
  if (!atIssue())
    return;
  for (unsigned First = 0; First < NumPorts; First += Together)
    for (unsigned P = First; P != First + Together; ++P) {
      Before[P] = Snapshot[P];
      Snapshot[P] = Usage[P];
      Usage[P] -= LeftCount[P];
      LeftCount[P] = 0;
    }
}

/// The next port of a set of several.
unsigned PortChooser::among(PortSet &S, unsigned Slot) {
  if (Policy == PortChoice::Uniform)
    return uniform(S.Ports);
  if (S.Cycle != Cycle)
    tenPorts(S);
  return Policy == PortChoice::TwelvePorts ? twelfthPort(S, Slot)
                                           : tenthPort(S, Slot);
}

void PortChooser::setOrder(PortSet &S, std::initializer_list<unsigned> Ports) {
  copy(Ports, S.Order);
  S.Count = Ports.size();
  S.OrderedUntil = Cycle;
}

namespace {

/// Port and backlog in one number: the smaller, the sooner is the port taken.
/// Comparing numbers leaves nothing for a branch predictor to guess.
struct Candidate {
  unsigned Key = ~0u;

  Candidate() = default;
  /// Of equal backlogs the port with the smallest \p Rank comes first.
  Candidate(unsigned Backlog, unsigned Rank) : Key(Backlog << 6 | Rank) {}
  static Candidate highestFirst(unsigned Backlog, unsigned Port) {
    return {Backlog, 63 - Port};
  }
  unsigned backlog() const { return Key >> 6; }
  unsigned rank() const { return Key & 63; }
  bool operator<(const Candidate &O) const { return Key < O.Key; }
};

/// Candidates, the first one first.
struct SortedCandidates {
  Candidate At[64];
  unsigned Count = 0;
  void add(Candidate C) {
    unsigned I = Count++;
    for (; I && C < At[I - 1]; --I)
      At[I] = At[I - 1];
    At[I] = C;
  }
  const Candidate &back() const { return At[Count - 1]; }
};

} // namespace

void PortChooser::sixPorts(PortSet &S) {
  SortedCandidates C;
  for (ResourceMask Ports = S.Ports; Ports; Ports &= Ports - 1) {
    const unsigned Port = countr_zero(Ports);
    C.add({Snapshot[Port], Port});
  }
  const unsigned First = C.At[0].rank(), Last = C.back().rank();
  if (C.back().backlog() >= C.At[0].backlog() + Imbalance)
    return setOrder(S, {First});
  if (C.Count != 3)
    return setOrder(S, {First, Last}); // of equal ones the highest
  // The least used one, then of the others the highest and the lowest.
  const unsigned Middle = C.At[1].rank();
  setOrder(S, {First, std::max(Middle, Last), std::min(Middle, Last), First});
}

unsigned PortChooser::eightPorts(PortSet &S, unsigned Slot) {
  // The least and the second least used one, of equal ones the highest.
  Candidate Best, Second;
  for (ResourceMask Ports = S.Ports; Ports; Ports &= Ports - 1) {
    const unsigned Port = countr_zero(Ports);
    const Candidate C = Candidate::highestFirst(Snapshot[Port], Port);
    Second = std::min(Second, std::max(Best, C));
    Best = std::min(Best, C);
  }
  const bool Far = Second.backlog() >= Best.backlog() + Imbalance;
  const unsigned First = 63 - Best.rank();
  const unsigned Other = 63 - (Far ? Best : Second).rank();
  // What is not asked for again in this cycle need not be read back.
  setOrder(S, {First, Other});
  return Slot % 2 ? Other : First;
}

void PortChooser::tenPorts(PortSet &S) {
  S.Cycle = Cycle;
  SortedCandidates C;
  for (ResourceMask Ports = S.Ports; Ports; Ports &= Ports - 1) {
    const unsigned Port = countr_zero(Ports);
    C.add({Before[Port], RankOf[Port]});
  }
  while (C.back().backlog() >= C.At[0].backlog() + Imbalance)
    --C.Count;
  S.Count = C.Count;
  S.First = true;
  S.Slots = 0;
  S.Next = 0;
  for (unsigned I = 0; I != C.Count; ++I)
    S.Order[I] = PortOf[C.At[I].rank()];
}

unsigned PortChooser::nextPort(PortSet &S) {
  const unsigned Next = S.Next++;
  if (S.Next == S.Count)
    S.Next = 0;
  return S.Order[Next];
}

unsigned PortChooser::tenthPort(PortSet &S, unsigned Slot) {
  const bool First = std::exchange(S.First, false);
  const unsigned Next = nextPort(S);
  if (Slot == 4)
    return S.Order[0];
  if (Slot == 3 && First && S.Count > 1)
    return S.Order[1];
  return Next;
}

/// One further for each µop of the set in the two slots before, and for each
/// slot before those, as if the renamer knew no more of these in time
/// (docs/granite-rapids.md, "Which port").
unsigned PortChooser::twelfthPort(PortSet &S, unsigned Slot) {
  const unsigned Rank =
      (Slot > 2 ? Slot - 2 : 0) + popcount((S.Slots >> Slot) & 3);
  S.Slots |= uint64_t(1) << (Slot + 2);
  return S.Order[Rank % S.Count];
}

unsigned PortChooser::uniform(ResourceMask Ports) {
  // Knuth's MMIX generator: runs are reproducible.
  Random = Random * 6364136223846793005u + 1442695040888963407u;
  for (unsigned N = (Random >> 33) % popcount(Ports); N; --N)
    Ports &= Ports - 1;
  return countr_zero(Ports);
}

void PortChooser::state(StateWriter &W) const {
  if (!atIssue())
    return;
  // Backlogs follow from the µops in flight but for those that just left.
  const unsigned Words = divideCeil(NumPorts, PortsPerWord);
  uint64_t *To = W.space(3 * Words);
  for (unsigned P = 0; P < NumPorts; P += PortsPerWord)
    for (const uint16_t *Counts : {Usage, Snapshot, LeftCount})
      std::memcpy(To++, Counts + P, sizeof(uint64_t));
  for (uint8_t T : Turn)
    W.word(T);
  if (Policy == PortChoice::Uniform)
    W.word(Random);
}

uint64_t PortChooser::signature() const {
  uint64_t S = 0;
  for (unsigned P = 0; P != NumPorts; ++P)
    S = S * 31 + Usage[P];
  S *= Unused;
  for (uint8_t T : Turn)
    S = S * 3 + T;
  return S;
}

} // namespace takt::sim
