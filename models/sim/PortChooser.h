//===- PortChooser.h - The port that a µop gets at issue --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The policies of Renamer::Ports, after the uiCA paper, section 4.1.2, and
/// uiCA-model, section 3. They go by the backlog of each port: µops issued to
/// it and not dispatched before the previous cycle.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_PORTCHOOSER_H
#define TAKT_MODELS_SIM_PORTCHOOSER_H

#include "FrontEnd.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

namespace takt::sim {

class PortChooser {
public:
  /// \p Classes: the sets of ports that µops may use.
  PortChooser(const Renamer &R, unsigned NumResources,
              llvm::ArrayRef<ResourceMask> Classes);

  /// Ports are chosen at issue; otherwise choose is not called.
  bool atIssue() const { return Policy != PortChoice::AtDispatch; }
  /// Starts a cycle: takes the snapshot that its µops go by.
  void beginCycle();
  /// The port of a µop of \p Class, in the \p Slot-th fused-domain µop of its
  /// cycle.
  unsigned choose(unsigned Class, unsigned Slot) {
    PortSet &S = Sets[Class];
    unsigned Port;
    if (S.OrderedUntil >= Cycle)
      Port = S.Order[Slot & (S.Count - 1)];
    else if (S.How == PortSet::Alternating)
      Port = inTurn(S);
    else if (S.How == PortSet::BySlot)
      Port = bySlot(S, Slot);
    else
      Port = among(S, Slot);
    ++Usage[Port];
    return Port;
  }
  /// A µop went to \p Port.
  void dispatched(unsigned Port) { ++LeftCount[Port]; }
  /// In this cycle one went to each port whose word of \p Taken has \p Bit,
  /// from 0 on. \returns how many. There are words for a multiple of Together.
  unsigned dispatched(const uint64_t *Taken, unsigned Bit) {
    unsigned Count = 0;
    for (unsigned First = 0; First < NumPorts; First += Together)
      for (unsigned P = First; P != First + Together; ++P)
        Count += LeftCount[P] = Taken[P] >> Bit & 1;
    return Count;
  }
  /// So many at a time, so that the compiler makes vectors of them.
  static constexpr unsigned Together = 8;
  /// µops that were issued to \p Ports and have not gone before this cycle.
  unsigned waiting(ResourceMask Ports) const {
    unsigned Count = 0;
    for (; Ports; Ports &= Ports - 1) {
      const unsigned P = llvm::countr_zero(Ports);
      Count += uint16_t(Usage[P] - LeftCount[P]);
    }
    return Count;
  }
  /// All that determines later choices.
  void state(StateWriter &W) const;
  uint64_t signature() const;

private:
  /// A class of ports and how they are chosen. By backlogs, which are those of
  /// the beginning of the cycle, they are put in order once a cycle.
  struct PortSet {
    /// There is one port; they take turns; the place in the cycle tells which
    /// one of Order; anything else.
    enum : uint8_t { Only, Alternating, BySlot, Other } How = Other;
    uint8_t Turn = 0;  ///< Alternating: index into Turn
    uint8_t Count = 0; ///< elements of Order; BySlot: a power of two
    /// Up to which cycle the slot alone tells the port out of Order.
    uint32_t OrderedUntil = 0;
    uint32_t Cycle = 0; ///< of Order
    ResourceMask Ports = 0;
    /// Ten ports: whose turn it is, and whether it is the first one of the
    /// cycle.
    uint8_t Next = 0;
    bool First = true;
    uint64_t Slots = 0; ///< twelve ports: bit S + 2: slot S had one
    uint8_t Order[64] = {};
  };
  void rankPorts(llvm::ArrayRef<unsigned> Order);
  void setOrder(PortSet &S, std::initializer_list<unsigned> Ports);
  unsigned inTurn(const PortSet &S) {
    uint8_t &T = Turn[S.Turn];
    const unsigned Port = S.Order[T];
    T = T + 1 == S.Count ? 0 : T + 1;
    return Port;
  }
  unsigned among(PortSet &S, unsigned Slot);
  /// Of one whose order is not that of this cycle.
  unsigned bySlot(PortSet &S, unsigned Slot) {
    if (Policy == PortChoice::EightPorts)
      return eightPorts(S, Slot);
    sixPorts(S);
    return S.Order[Slot & (S.Count - 1)];
  }
  void sixPorts(PortSet &S);
  unsigned eightPorts(PortSet &S, unsigned Slot);
  void tenPorts(PortSet &S);
  static unsigned nextPort(PortSet &S);
  static unsigned tenthPort(PortSet &S, unsigned Slot);
  static unsigned twelfthPort(PortSet &S, unsigned Slot);
  unsigned uniform(ResourceMask Ports);

  static constexpr unsigned MaxPorts = 64, PortsPerWord = 4;
  PortChoice Policy;
  unsigned Imbalance;
  /// Rank of a port among those of equal backlogs, and the port of a rank.
  uint8_t RankOf[MaxPorts], PortOf[MaxPorts];
  unsigned NumPorts = 0;    ///< up to the last one that is in a class
  PoolVector<PortSet> Sets; ///< by class
  uint32_t Cycle = 1;       ///< 0: none
  PoolVector<uint8_t> Turn; ///< of alternating sets: which port comes next
  uint16_t Usage[MaxPorts] = {}, Snapshot[MaxPorts] = {}, Before[MaxPorts] = {};
  uint16_t LeftCount[MaxPorts] = {}; ///< dispatched since beginCycle
  uint64_t Random = 1;
  uint64_t Unused = 1; ///< what ports in no class make of the digest
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_PORTCHOOSER_H
