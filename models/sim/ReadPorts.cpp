//===- ReadPorts.cpp - Operands beyond two of a port ------------*- C++ -*-===//
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

#include "ReadPorts.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

ReadPorts::ReadPorts(const Program &P, const Cpu &C, ResourceMask Unlimited)
    : Reads(C.Schedule.Reads), InUse(P.HasSharedReads), Apart(Unlimited) {
  if (!InUse)
    return;
  for (ResourceMask Ports : Reads.Sides)
    Sides.emplace_back().Ports = Ports & ~Unlimited;
}

ReadPorts::Side *ReadPorts::sideOf(const SimUop &S, ResourceMask Ports) {
  if (S.Shared != SharedRead::Operand)
    return nullptr;
  const bool AllFirst = !(Ports & ~Reads.First),
             NoneFirst = !(Ports & Reads.First);
  if (!AllFirst && !NoneFirst)
    return nullptr;
  for (Side &Of : Sides)
    if (!(Ports & ~Of.Ports))
      return &Of;
  return nullptr;
}

void ReadPorts::enter(const SimUop &S, ResourceMask Ports, Cycle Now) {
  Side *Of = sideOf(S, Ports);
  if (!Of || groupOf(Ports) != Group::First)
    return;
  ++Of->Waiting;
  Of->at(Now).AnyFirst = true;
}

void ReadPorts::countReady(const SimUop &S, ResourceMask Ports, Cycle ReadyAt,
                           bool HadAll, int By, Cycle Now) {
  Side *Of = sideOf(S, Ports);
  if (!Of)
    return;
  if (groupOf(Ports) == Group::First) {
    Of->FirstReady += By;
  } else if (HadAll && Now < asksAt(ReadyAt)) {
    Side::Asking &Then = Of->asking(asksAt(ReadyAt));
    Then.Left += By;
    Then.Any = true; // also if it is gone by then
  } else {
    Of->OthersReady += By;
  }
}

ReadPorts::Group ReadPorts::turn(const Side &Of, Cycle Now) const {
  if (!Reads.TurnsAfter)
    return Group::None;
  const Past &Then = Of.at(Now - Reads.TurnsAfter);
  if (!Then.AnyFirst)
    return Then.OtherReady ? Group::Other : Of.at(Now - 1).Turn;
  if (!Then.OtherReady)
    return Group::First;
  const Group Not =
      Then.Reader != Group::None ? Then.Reader : Of.at(Now - 1).Turn;
  return Not == Group::First ? Group::Other : Group::First;
}

void ReadPorts::beginCycle(Cycle Now) {
  for (Side &Of : Sides) {
    Past &This = Of.at(Now);
    const auto New = std::exchange(Of.asking(Now), {});
    Of.OthersReady += New.Left;
    This.AnyFirst |= Of.Waiting != 0;
    This.OtherReady = New.Any || Of.OthersReady != 0;
    This.Turn = turn(Of, Now);
    // What waits for its operands takes its turn, too.
    if (This.Turn != Group::Other && Of.Waiting && !Of.FirstReady)
      This.Reader = Group::First;
    Of.at(Now + 1) = Past();
  }
}

ResourceMask ReadPorts::readable(const SimUop &S, Cycle SharedAt, Cycle ReadyAt,
                                 ResourceMask Ports, Cycle Now) const {
  if (!reads(S, SharedAt, ReadyAt, Now))
    return Ports;
  bool AnyFree = false;
  for (const Side &Of : Sides) {
    const bool IsTaken = Of.ReadUntil > Now;
    AnyFree |= !IsTaken;
    if (IsTaken)
      Ports &= ~Of.Ports;
    if (S.Shared != SharedRead::Operand)
      continue;
    const Past &This = Of.at(Now);
    if (This.Turn == Group::Other)
      Ports &= ~(Of.Ports & Reads.First);
    if (This.Turn == Group::First)
      Ports &= ~(Of.Ports & ~Reads.First);
  }
  return AnyFree ? Ports : Ports & Apart;
}

void ReadPorts::take(const SimUop &S, Cycle SharedAt, Cycle ReadyAt,
                     unsigned Port, ResourceMask Ports, Cycle Now) {
  Side *Of = sideOf(S, Ports);
  const Group Own = groupOf(ResourceMask(1) << Port);
  if (Of && Own == Group::First)
    --Of->Waiting;
  if (S.Shared != SharedRead::Operand || !reads(S, SharedAt, ReadyAt, Now))
    return;
  for (Side &To : Sides) {
    if (!(To.Ports >> Port & 1))
      continue;
    To.ReadUntil = std::max(To.ReadUntil, Now + S.PortCycles);
    To.at(Now).Reader = Own;
  }
}

void ReadPorts::state(StateWriter &W, Cycle Now) const {
  for (const Side &Of : Sides) {
    W.time(Of.ReadUntil);
    for (Cycle Ahead = 0; Ahead != Reads.AsksAfter; ++Ahead)
      W.word(Of.asking(Now + Ahead).Left << 1 | Of.asking(Now + Ahead).Any);
    uint64_t Word = 0;
    for (Cycle Back = 1; Back <= Reads.TurnsAfter; ++Back) {
      const Past &P = Of.at(Now - Back);
      Word = Word << 8 | uint64_t(P.AnyFirst) << 5 |
             uint64_t(P.OtherReady) << 4 | uint64_t(P.Reader) << 2 |
             uint64_t(P.Turn);
    }
    W.word(Word);
  }
}

} // namespace takt::sim
