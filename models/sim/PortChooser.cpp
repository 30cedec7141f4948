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
#include <algorithm>

using namespace llvm;

namespace takt::sim {

PortChooser::PortChooser(const Renamer &R, unsigned NumResources,
                         ArrayRef<ResourceMask> Classes)
    : Policy(R.Ports), Imbalance(R.PortImbalance), NumResources(NumResources),
      Sets(Classes.size()), Turn(R.Alternating.size()) {
  for (const auto &[S, Ports] : zip_equal(Sets, Classes)) {
    S.Ports = Ports;
    const auto Set = find(R.Alternating, Ports);
    if (Set != R.Alternating.end() && Policy != PortChoice::Uniform)
      S.Alternates = Set - R.Alternating.begin();
    S.Fixed = (Ports & (Ports - 1)) == 0 || S.Alternates >= 0;
    if (S.Fixed)
      for (ResourceMask Left = Ports; Left; Left &= Left - 1)
        S.Order[S.Count++] = countr_zero(Left);
  }
}

void PortChooser::beginCycle() {
  ++Cycle;
  if (Policy == PortChoice::TenPorts)
    std::copy_n(Snapshot, MaxPorts, Before);
  std::copy_n(Usage, MaxPorts, Snapshot);
  for (; Left; Left &= Left - 1) {
    const unsigned Port = countr_zero(Left);
    Usage[Port] -= std::exchange(LeftCount[Port], 0);
  }
}

/// The next port of a set of several.
unsigned PortChooser::among(PortSet &S, unsigned Slot) {
  if (S.Alternates >= 0) {
    uint8_t &T = Turn[S.Alternates];
    const unsigned Port = S.Order[T];
    T = T + 1 == S.Count ? 0 : T + 1;
    return Port;
  }
  if (Policy == PortChoice::Uniform)
    return uniform(S.Ports);
  if (S.Cycle != Cycle)
    arrange(S);
  if (Policy == PortChoice::TenPorts)
    return tenthPort(S, Slot);
  return S.Order[Slot & (S.Count - 1)];
}

/// Puts the ports of \p S in the order in which this cycle's slots get them.
void PortChooser::arrange(PortSet &S) {
  S.Cycle = Cycle;
  switch (Policy) {
  case PortChoice::SixPorts:
    return sixPorts(S);
  case PortChoice::EightPorts:
    return eightPorts(S);
  case PortChoice::TenPorts:
    return tenPorts(S);
  case PortChoice::AtDispatch:
  case PortChoice::Uniform:
    llvm_unreachable("ports are not chosen by backlog");
  }
  llvm_unreachable("covered switch");
}

void PortChooser::setOrder(PortSet &S, std::initializer_list<unsigned> Ports) {
  copy(Ports, S.Order);
  S.Count = Ports.size();
}

/// The ports of \p Ports, the one with the smallest backlog first.
SmallVector<PortChooser::Candidate, 16>
PortChooser::sorted(ResourceMask Ports, const uint16_t *Backlog,
                    bool HighestFirst) {
  SmallVector<Candidate, 16> Result;
  for (; Ports; Ports &= Ports - 1) {
    const unsigned Port = countr_zero(Ports);
    Result.push_back({Port, Backlog[Port]});
    // Ports come in ascending order.
    const Candidate C = Result.back();
    auto At = Result.end() - 1;
    for (; At != Result.begin() && (HighestFirst ? At[-1].Backlog >= C.Backlog
                                                 : At[-1].Backlog > C.Backlog);
         --At)
      *At = At[-1];
    *At = C;
  }
  return Result;
}

void PortChooser::sixPorts(PortSet &S) {
  const auto C = sorted(S.Ports, Snapshot, /*HighestFirst=*/false);
  const unsigned First = C.front().Port;
  if (C.back().Backlog >= C.front().Backlog + Imbalance)
    return setOrder(S, {First});
  if (C.size() != 3)
    return setOrder(S, {First, C.back().Port}); // of equal ones the highest
  // The least used one, then of the others the highest and the lowest.
  const auto [Low, High] = std::minmax(C[1].Port, C[2].Port);
  setOrder(S, {First, High, Low, First});
}

void PortChooser::eightPorts(PortSet &S) {
  // The least and the second least used one, of equal ones the highest.
  constexpr unsigned None = ~0u;
  Candidate Best{0, None}, Second{0, None};
  for (ResourceMask Ports = S.Ports; Ports; Ports &= Ports - 1) {
    const Candidate C{unsigned(countr_zero(Ports)),
                      Snapshot[countr_zero(Ports)]};
    if (C.Backlog <= Best.Backlog)
      Second = std::exchange(Best, C);
    else if (C.Backlog <= Second.Backlog)
      Second = C;
  }
  const bool Far = Second.Backlog >= Best.Backlog + Imbalance;
  setOrder(S, {Best.Port, Far ? Best.Port : Second.Port});
}

void PortChooser::tenPorts(PortSet &S) {
  auto C = sorted(S.Ports, Before, /*HighestFirst=*/true);
  while (C.back().Backlog >= C.front().Backlog + Imbalance)
    C.pop_back();
  S.Count = C.size();
  S.Earlier = 0;
  for (unsigned I = 0; I != C.size(); ++I)
    S.Order[I] = C[I].Port;
}

unsigned PortChooser::tenthPort(PortSet &S, unsigned Slot) {
  const unsigned Earlier = S.Earlier++;
  if (Slot == 4)
    return S.Order[0];
  if (Slot == 3 && Earlier == 0 && S.Count > 1)
    return S.Order[1];
  return S.Order[Earlier % S.Count];
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
  for (unsigned P = 0; P != NumResources; ++P)
    W.word(uint64_t(Snapshot[P]) << 32 | uint64_t(Usage[P]) << 16 |
           LeftCount[P]);
  for (uint8_t T : Turn)
    W.word(T);
  if (Policy == PortChoice::Uniform)
    W.word(Random);
}

uint64_t PortChooser::signature() const {
  uint64_t S = 0;
  for (unsigned P = 0; P != NumResources; ++P)
    S = S * 31 + Usage[P];
  for (uint8_t T : Turn)
    S = S * 3 + T;
  return S;
}

} // namespace takt::sim
