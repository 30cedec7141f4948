//===- ValueSlots.cpp - Slots of a compiled kernel --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueSlots.h"

using namespace takt;
using llvm::MCRegister;

static constexpr SlotId NoSlot = ~SlotId(0);
static constexpr unsigned LaneBits = 64;
/// Results of vector instructions clear the rest of so many bits.
static constexpr unsigned VectorBits = 128;

ValueSlots::ValueSlots(const RegisterMap &Registers)
    : Registers(Registers), OfGroup(Registers.numGroups(), NoSlot) {
  // What most kernels need.
  Code.Slots.reserve(64);
  newSlots(SlotStart::Constant, 1);
  newSlots(SlotStart::Bottom, MaxLanes);
}

SlotId ValueSlots::newSlots(SlotStart::Kind K, unsigned Count, uint64_t Value) {
  auto First = static_cast<SlotId>(Code.Slots.size());
  Code.Slots.insert(Code.Slots.end(), Count, {K, Value});
  return First;
}

SlotId ValueSlots::temp(unsigned Lanes) {
  if (Lanes > 1)
    return newSlots(SlotStart::Constant, Lanes);
  if (NextTemp == Temps.size())
    Temps.push_back(newSlots(SlotStart::Constant, 1));
  return Temps[NextTemp++];
}

SlotId ValueSlots::constant(uint64_t V) {
  return V ? newSlots(SlotStart::Constant, 1, V) : ZeroSlot;
}

ValueSource ValueSlots::number(uint64_t V) {
  ValueSource S;
  S.Slot = constant(V);
  S.Constant = true;
  return S;
}

SlotId ValueSlots::named(const void *Key, unsigned Variant) {
  auto [At, New] = Names.try_emplace({Key, Variant}, NoSlot);
  if (New)
    At->second = newSlots(SlotStart::Random, 1);
  return At->second;
}

SlotId ValueSlots::registerSlot(MCRegister R) {
  SlotId &Slot = OfGroup[Registers.entry(R).Groups.front()];
  if (Slot == NoSlot)
    Slot = newSlots(SlotStart::Random, Registers.isGeneral(R) ? 1 : MaxLanes);
  return Slot;
}

bool ValueSlots::isFollowed(MCRegister R) const {
  const RegisterMap::Entry &E = Registers.entry(R);
  if (E.Groups.size() != 1)
    return false;
  // Flags and modes are narrow.
  return Registers.isGeneral(R) || Registers.groupBits(E.Groups[0]) >= LaneBits;
}

ValueSource ValueSlots::read(MCRegister R) {
  if (!R || Registers.entry(R).Groups.empty())
    return number(0);
  const RegisterMap::Entry &E = Registers.entry(R);
  ValueSource S;
  S.Bits = E.Bits;
  S.Vector = !Registers.isGeneral(R);
  if (E.Groups.size() != 1)
    return ValueSource::bottom(E.Bits);
  S.High = E.HighByte;
  S.Slot = registerSlot(R);
  return S;
}

ValueOp &ValueSlots::emit(ValueOp::Kind K, SlotId Dst, SlotId A, SlotId B,
                          SlotId C) {
  ValueOp &Op = Code.Ops.emplace_back();
  Op.K = K;
  Op.Dst = Dst;
  Op.A = A;
  Op.B = B;
  Op.C = C;
  return Op;
}

SlotId ValueSlots::sized(ValueSource S, unsigned Bits, bool Signed) {
  if (S.Constant || (!S.High && S.Bits >= Bits))
    return S.Slot;
  SlotId To = temp();
  ValueOp &Op =
      emit(Signed ? ValueOp::ExtractSigned : ValueOp::Extract, To, S.Slot);
  Op.Low = S.High ? 8 : 0;
  Op.Length = static_cast<uint8_t>(S.Bits);
  return To;
}

SlotId ValueSlots::sum(SlotId Base, SlotId Index, unsigned Scale,
                       uint64_t Displacement, unsigned Bits,
                       std::optional<SlotId> Into) {
  bool IsBase = Index == ZeroSlot && Displacement == 0 && Bits == 64;
  if (IsBase && !Into)
    return Base;
  SlotId To = Into ? *Into : temp();
  // The slots first: they may move the operations' storage.
  SlotId Constant = constant(Displacement);
  ValueOp &Op = emit(ValueOp::Sum, To, Base, Index, Constant);
  Op.Low = static_cast<uint8_t>(Scale);
  Op.Bits = static_cast<uint8_t>(Bits);
  return To;
}

void ValueSlots::write(MCRegister R, ValueSource S) {
  if (!R || !isFollowed(R))
    return;
  const RegisterMap::Entry &E = Registers.entry(R);
  SlotId To = registerSlot(R);
  if (!Registers.isGeneral(R))
    return writeVector(To, E.Bits, S);
  if (E.Partial || E.HighByte) {
    SlotId From = sized(S, E.Bits, false);
    ValueOp &Op = emit(ValueOp::Deposit, To, To, From);
    Op.Low = E.HighByte ? 8 : 0;
    Op.Length = static_cast<uint8_t>(E.Bits);
    return;
  }
  if (!S.Constant && !S.High && S.Bits >= E.Bits && E.Bits == 64) {
    if (S.Slot != To)
      emit(ValueOp::Lanes, To, S.Slot).Length = 1;
    return;
  }
  ValueOp &Op = emit(ValueOp::Extract, To, S.Slot);
  Op.Low = S.High ? 8 : 0;
  Op.Length = static_cast<uint8_t>(
      S.Constant ? E.Bits : std::min<unsigned>(S.Bits, E.Bits));
}

void ValueSlots::writeVector(SlotId To, unsigned Bits, ValueSource S) {
  unsigned Moved = std::min<unsigned>(S.Constant ? LaneBits : S.Bits, Bits);
  unsigned Lanes = std::min((Moved + LaneBits - 1) / LaneBits, MaxLanes);
  if (Moved < LaneBits)
    emit(ValueOp::Extract, To, S.Slot).Length = static_cast<uint8_t>(Moved);
  else if (To != S.Slot)
    emit(ValueOp::Lanes, To, S.Slot).Length = static_cast<uint8_t>(Lanes);
  for (; Lanes < VectorBits / LaneBits; ++Lanes)
    emit(ValueOp::Lanes, To + Lanes, ZeroSlot).Length = 1;
  if (Lanes < MaxLanes)
    emit(ValueOp::Lanes, To + Lanes, BottomSlot).Length =
        static_cast<uint8_t>(MaxLanes - Lanes);
}

void ValueSlots::writeBottom(MCRegister R) {
  if (!R)
    return;
  const RegisterMap::Entry &E = Registers.entry(R);
  if (E.Groups.size() == 1 && !isFollowed(R))
    return;
  if (Registers.isGeneral(R) && E.Groups.size() == 1)
    return write(R, ValueSource::bottom(E.Bits));
  unsigned Lanes = Registers.isGeneral(R) ? 1 : MaxLanes;
  for (uint16_t Group : E.Groups) {
    if (OfGroup[Group] == NoSlot)
      OfGroup[Group] = newSlots(SlotStart::Random, Lanes);
    emit(ValueOp::Lanes, OfGroup[Group], BottomSlot).Length =
        static_cast<uint8_t>(Lanes);
  }
}
