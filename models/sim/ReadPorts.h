//===- ReadPorts.h - Operands beyond two of a port --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ports of the register file that several dispatch ports share
/// (SharedReads), and whose turn it is.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_READPORTS_H
#define TAKT_MODELS_SIM_READPORTS_H

#include "Core.h"
#include "FrontEnd.h"
#include "Program.h"
#include <array>

namespace takt::sim {

/// Two groups of ports share a port of the register file: those of
/// SharedReads::First, here the first, and the others. Whose turn it is follows
/// from what there was SharedReads::TurnsAfter cycles before
/// (docs/zen4-schedulers.md, "Whose turn it is"): as long as the first have any
/// µop that reads, ready or not, the others wait, unless they had one that was
/// ready; then it is the turn of those that did not read then, and if nobody
/// did it changes.
class ReadPorts {
public:
  ReadPorts(const Program &P, const Cpu &C, ResourceMask Unlimited);

  /// Whether any µop of the kernel reads there.
  bool inUse() const { return InUse; }

  /// How long before its µop is ready, or goes, an operand may have been made
  /// without having to be read (SharedReads::HandedOn).
  unsigned handedOn() const { return Reads.HandedOn; }

  /// \p S, which may go to \p Ports, waits from cycle \p Now on.
  void enter(const SimUop &S, ResourceMask Ports, Cycle Now);
  /// In cycle \p Now it gets ready for one of \p Ports (\p By 1), or goes (-1);
  /// \p ReadyAt, \p HadAll: since when, and whether it had all its operands
  /// when it came in.
  void countReady(const SimUop &S, ResourceMask Ports, Cycle ReadyAt,
                  bool HadAll, int By, Cycle Now);

  /// Whose turn cycle \p Now is.
  void beginCycle(Cycle Now);

  /// Of \p Ports those to which \p S can be dispatched, in cycle \p Now. It has
  /// been ready since cycle \p ReadyAt, and its operand was made in cycle
  /// \p SharedAt; 0: long before.
  ResourceMask readable(const SimUop &S, Cycle SharedAt, Cycle ReadyAt,
                        ResourceMask Ports, Cycle Now) const;

  /// \p S is dispatched to \p Port, which is readable and one of \p Ports.
  void take(const SimUop &S, Cycle SharedAt, Cycle ReadyAt, unsigned Port,
            ResourceMask Ports, Cycle Now);

  /// Whether the operand of \p S is read in cycle \p Now, and not handed on.
  bool reads(const SimUop &S, Cycle SharedAt, Cycle ReadyAt, Cycle Now) const {
    if (S.Shared == SharedRead::None)
      return false;
    return !SharedAt || SharedAt + Reads.HandedOn < (keeps(S) ? ReadyAt : Now);
  }
  /// A µop that has its port for one cycle keeps what came last of its
  /// operands, however long it waits for the port then.
  static bool keeps(const SimUop &S) {
    return S.Shared == SharedRead::Operand && S.PortCycles == 1;
  }
  /// Until when what is ready since cycle \p ReadyAt asks for no turn, if it
  /// had all its operands when it came in.
  Cycle asksAt(Cycle ReadyAt) const { return ReadyAt + Reads.AsksAfter; }

  /// In which order µops that may use \p Ports are looked at: by this, then by
  /// age.
  unsigned rank(const SimUop &S, ResourceMask Ports) const {
    if (S.Shared == SharedRead::Operand)
      return Ports & Reads.First ? 0 : 1;
    return S.Shared == SharedRead::Always ? 2 : 0;
  }

  void state(StateWriter &W, Cycle Now) const;

private:
  /// Cycles, this one among them.
  static constexpr unsigned Kept = SharedReads::MostCyclesBack + 1;

  enum class Group : uint8_t { None, First, Other };

  /// What there was in one cycle.
  struct Past {
    bool AnyFirst = false;   ///< a µop of the first, ready or not
    bool OtherReady = false; ///< one of the others
    Group Reader = Group::None;
    Group Turn = Group::None;
  };

  struct Side {
    ResourceMask Ports = 0;
    Cycle ReadUntil = 0; ///< by µops with SharedRead::Operand
    /// µops of the first that have not gone; of each group those that are ready
    /// now.
    unsigned Waiting = 0, FirstReady = 0, OthersReady = 0;
    /// By cycle modulo size, when others ask for their turn that had their
    /// operands when they came in, gone or not.
    struct Asking {
      uint8_t Left = 0; ///< so many have not gone
      bool Any = false;
    };
    std::array<Asking, Kept> Coming;
    Asking &asking(Cycle C) { return Coming[C % Kept]; }
    const Asking &asking(Cycle C) const { return Coming[C % Kept]; }
    std::array<Past, Kept> Recent;
    Past &at(Cycle C) { return Recent[C % Kept]; }
    const Past &at(Cycle C) const { return Recent[C % Kept]; }
  };

  /// The side on which \p S, which may use \p Ports, takes turns, or null.
  Side *sideOf(const SimUop &S, ResourceMask Ports);
  Group groupOf(ResourceMask Ports) const {
    return Ports & Reads.First ? Group::First : Group::Other;
  }
  Group turn(const Side &Of, Cycle Now) const;

  const SharedReads Reads;
  const bool InUse;
  llvm::SmallVector<Side, 2> Sides;
  ResourceMask Apart = 0; ///< unlimited
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_READPORTS_H
