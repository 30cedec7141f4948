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

PortChooser::PortChooser(const Renamer &R, unsigned NumResources)
    : Policy(R.Ports), Imbalance(R.PortImbalance), NumResources(NumResources),
      Alternating(R.Alternating.begin(), R.Alternating.end()),
      Turn(R.Alternating.size()) {
  if (Policy == PortChoice::Uniform)
    return;
  for (ResourceMask Ports : Alternating)
    AnyAlternating |= Ports;
}

void PortChooser::beginCycle() {
  if (Policy == PortChoice::TenPorts)
    std::copy_n(Snapshot, NumResources, Before);
  std::copy_n(Usage, NumResources, Snapshot);
  for (; Left; Left &= Left - 1) {
    const unsigned Port = countr_zero(Left);
    Usage[Port] -= std::exchange(LeftCount[Port], 0);
  }
  Seen.clear();
}

unsigned PortChooser::choose(const SimUop &U, unsigned Slot) {
  unsigned Port = countr_zero(U.Ports);
  if (U.Ports & (U.Ports - 1)) {
    const uint64_t *Set = Alternating.end();
    if ((U.Ports & AnyAlternating) == U.Ports)
      Set = find(Alternating, U.Ports);
    if (Set != Alternating.end()) {
      uint8_t &T = Turn[Set - Alternating.begin()];
      ResourceMask Ports = U.Ports;
      for (unsigned I = 0; I != T; ++I)
        Ports &= Ports - 1;
      Port = countr_zero(Ports);
      T = (T + 1) % popcount(U.Ports);
    } else {
      switch (Policy) {
      case PortChoice::AtDispatch:
        llvm_unreachable("the port is not chosen at issue");
      case PortChoice::SixPorts:
        Port = sixPorts(U.Ports, Slot);
        break;
      case PortChoice::EightPorts:
        Port = eightPorts(U.Ports, Slot);
        break;
      case PortChoice::TenPorts:
        Port = tenPorts(U.Ports, Slot);
        break;
      case PortChoice::Uniform:
        Port = uniform(U.Ports);
        break;
      }
    }
  }
  ++Usage[Port];
  return Port;
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

unsigned PortChooser::sixPorts(ResourceMask Ports, unsigned Slot) const {
  const auto C = sorted(Ports, Snapshot, /*HighestFirst=*/false);
  if (C.back().Backlog >= C.front().Backlog + Imbalance)
    return C.front().Port;
  if (C.size() == 3) {
    // The least used one, then of the others the highest and the lowest.
    const auto [Low, High] = std::minmax(C[1].Port, C[2].Port);
    const unsigned Order[] = {C[0].Port, High, Low, C[0].Port};
    return Order[Slot % 4];
  }
  if (Slot % 2 == 0)
    return C.front().Port;
  return C.back().Port; // of equal ones the highest
}

unsigned PortChooser::eightPorts(ResourceMask Ports, unsigned Slot) const {
  // The least and the second least used one, of equal ones the highest.
  constexpr unsigned None = ~0u;
  Candidate Best{0, None}, Second{0, None};
  for (; Ports; Ports &= Ports - 1) {
    const Candidate C{unsigned(countr_zero(Ports)),
                      Snapshot[countr_zero(Ports)]};
    if (C.Backlog <= Best.Backlog)
      Second = std::exchange(Best, C);
    else if (C.Backlog <= Second.Backlog)
      Second = C;
  }
  if (Slot % 2 == 0 || Second.Backlog >= Best.Backlog + Imbalance)
    return Best.Port;
  return Second.Port;
}

unsigned PortChooser::tenPorts(ResourceMask Ports, unsigned Slot) {
  auto C = sorted(Ports, Before, /*HighestFirst=*/true);
  while (C.back().Backlog >= C.front().Backlog + Imbalance)
    C.pop_back();
  auto Known = find_if(Seen, [&](const auto &S) { return S.first == Ports; });
  if (Known == Seen.end()) {
    Seen.push_back({Ports, 0});
    Known = &Seen.back();
  }
  const unsigned Earlier = Known->second++;
  if (Slot == 4)
    return C[0].Port;
  if (Slot == 3 && Earlier == 0 && C.size() > 1)
    return C[1].Port;
  return C[Earlier % C.size()].Port;
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
