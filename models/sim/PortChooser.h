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
#include "Program.h"
#include "llvm/ADT/SmallVector.h"

namespace takt::sim {

class PortChooser {
public:
  PortChooser(const Renamer &R, unsigned NumResources);

  /// Ports are chosen at issue; otherwise choose is not called.
  bool atIssue() const { return Policy != PortChoice::AtDispatch; }
  /// Starts a cycle: takes the snapshot that its µops go by.
  void beginCycle();
  /// The port of \p U, the \p Slot-th fused-domain µop of its cycle.
  unsigned choose(const SimUop &U, unsigned Slot);
  /// A µop went to \p Port.
  void dispatched(unsigned Port) {
    Left |= ResourceMask(1) << Port;
    ++LeftCount[Port];
  }
  /// All that determines later choices.
  void state(StateWriter &W) const;
  uint64_t signature() const;

private:
  /// A port and how much it has to do.
  struct Candidate {
    unsigned Port, Backlog;
  };
  static llvm::SmallVector<Candidate, 16>
  sorted(ResourceMask Ports, const uint16_t *Backlog, bool HighestFirst);
  unsigned sixPorts(ResourceMask Ports, unsigned Slot) const;
  unsigned eightPorts(ResourceMask Ports, unsigned Slot) const;
  unsigned tenPorts(ResourceMask Ports, unsigned Slot);
  unsigned uniform(ResourceMask Ports);

  PortChoice Policy;
  unsigned Imbalance, NumResources;
  llvm::SmallVector<uint64_t, 4> Alternating;
  ResourceMask AnyAlternating = 0; ///< ports in one of these sets
  std::vector<uint8_t> Turn; ///< by set: how often it was chosen, modulo size
  uint16_t Usage[64] = {}, Snapshot[64] = {}, Before[64] = {};
  uint16_t LeftCount[64] = {};
  ResourceMask Left = 0; ///< ports with µops dispatched since beginCycle
  /// Port sets of this cycle's µops and how often they occurred.
  llvm::SmallVector<std::pair<ResourceMask, unsigned>, 8> Seen;
  uint64_t Random = 1;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_PORTCHOOSER_H
