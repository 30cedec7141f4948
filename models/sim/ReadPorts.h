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
/// (SharedReads).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_READPORTS_H
#define TAKT_MODELS_SIM_READPORTS_H

#include "FrontEnd.h"
#include "Program.h"
#include <algorithm>

namespace takt::sim {

class ReadPorts {
public:
  ReadPorts(const Program &P, const Cpu &C, ResourceMask Unlimited)
      : Reads(C.Schedule.Reads), InUse(P.HasSharedReads) {
    if (!InUse)
      return;
    for (ResourceMask Ports : Reads.Sides) {
      Sides.push_back({Ports & ~Unlimited});
      AnySide |= Ports & ~Unlimited;
    }
    Apart = Unlimited;
  }

  /// Whether any µop of the kernel reads there.
  bool inUse() const { return InUse; }

  /// How long after it was made a value need not be read.
  unsigned handedOn() const { return Reads.HandedOn; }

  /// Of \p Ports those to which \p S can be dispatched, in cycle \p Now. Its
  /// operand was made in cycle \p SharedAt; 0: long before, or loaded.
  ResourceMask readable(const SimUop &S, Cycle SharedAt, ResourceMask Ports,
                        Cycle Now) const {
    if (!reads(S, SharedAt, Now))
      return Ports;
    bool AnyFree = false;
    for (const Side &Of : Sides) {
      const bool IsTaken =
          Of.OperandUntil > Now ||
          (S.Shared == SharedRead::Operand && Of.AlwaysUntil > Now);
      AnyFree |= !IsTaken;
      if (IsTaken)
        Ports &= ~Of.Ports;
    }
    return AnyFree ? Ports : Ports & Apart;
  }

  /// \p S is dispatched to \p Port, which is readable.
  void take(const SimUop &S, Cycle SharedAt, unsigned Port, Cycle Now) {
    const ResourceMask Bit = ResourceMask(1) << Port;
    if (!reads(S, SharedAt, Now) || Bit & Apart)
      return;
    const bool IsAlways = S.Shared == SharedRead::Always;
    const bool HasSide = Bit & AnySide;
    Side *To = nullptr;
    for (Side &Of : Sides) {
      const bool IsFree = Of.OperandUntil <= Now;
      if (HasSide ? Bit & Of.Ports
                  : IsFree && (!To || (To->AlwaysUntil > Now &&
                                       Of.AlwaysUntil <= Now)))
        To = &Of;
    }
    if (!To)
      return;
    Cycle &Until = IsAlways ? To->AlwaysUntil : To->OperandUntil;
    Until = std::max(Until, Now + S.PortCycles);
  }

  /// Whether \p S, which may use \p Ports, is looked at behind all others.
  bool isLast(const SimUop &S, ResourceMask Ports) const {
    return S.Shared == SharedRead::Operand && !(Ports & Reads.First);
  }

  void state(StateWriter &W) const {
    for (const Side &Of : Sides) {
      W.time(Of.OperandUntil);
      W.time(Of.AlwaysUntil);
    }
  }

private:
  /// Whether the operand is read, and not handed on.
  bool reads(const SimUop &S, Cycle SharedAt, Cycle Now) const {
    return S.Shared != SharedRead::None && Now > SharedAt + Reads.HandedOn;
  }

  struct Side {
    ResourceMask Ports = 0;
    /// Until when µops with more than two operands, and those of
    /// SharedReads::Always, read here.
    Cycle OperandUntil = 0, AlwaysUntil = 0;
  };

  const SharedReads Reads;
  const bool InUse;
  llvm::SmallVector<Side, 2> Sides;
  ResourceMask AnySide = 0, Apart = 0; ///< on a side; unlimited
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_READPORTS_H
