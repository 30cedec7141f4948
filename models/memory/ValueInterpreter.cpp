//===- ValueInterpreter.cpp - Runs a compiled kernel ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"
#include "RandomValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace takt;

static constexpr uint8_t AllBytes = 0xff;

/// The bytes that have one of the \p Length bits from \p Low on.
static uint8_t bytesOf(unsigned Low, unsigned Length) {
  unsigned First = Low / 8, Last = (Low + Length - 1) / 8;
  return firstBytes(Last + 1) & ~firstBytes(First);
}

/// Iterations that there is room for in memory at first. Most come to the same
/// words again.
static constexpr uint32_t IterationsAhead = 4;

/// Words of 8 bytes that \p Code stores to in an iteration, at most.
static uint64_t storedWords(const ValueCode &Code) {
  uint64_t Words = 0;
  for (const ValueOp &Op : Code.Ops)
    if (Op.K == ValueOp::Store)
      Words += (Op.Length + 7) / 8 + 1;
  return Words;
}

ValueInterpreter::ValueInterpreter(const ValueCode &Code, uint32_t Iterations,
                                   uint64_t Seed)
    : Code(Code), Seed(mixed(Seed)), Values(Code.Slots.size()),
      Known(Code.Slots.size(), AllBytes),
      Memory(this->Seed + 1,
             storedWords(Code) * std::min(Iterations, IterationsAhead),
             randomBits(Seed)),
      HasConditions(llvm::any_of(Code.Ops, [](const ValueOp &Op) {
        return Op.K == ValueOp::Condition;
      })) {
  for (SlotId S = 0; S < Code.Slots.size(); ++S)
    switch (Code.Slots[S].K) {
    case SlotStart::Constant:
      Values[S] = Code.Slots[S].Value;
      break;
    case SlotStart::Random:
      Values[S] = randomValue(mixed(this->Seed + mixed(S))) & randomBits(Seed);
      break;
    case SlotStart::Bottom:
      Known[S] = 0;
      break;
    }
}

bool ValueInterpreter::repeats() {
  // Flags are others in each iteration.
  if (HasConditions)
    return false;
  const bool Same =
      !Memory.takeChanged() && Values == ValuesBefore && Known == KnownBefore;
  ValuesBefore = Values;
  KnownBefore = Known;
  return Same;
}

/// \p S becomes \p V cut to \p Bits, or ⊥ of that size.
void ValueInterpreter::set(SlotId S, unsigned Bits, uint64_t V, bool IsKnown) {
  Values[S] = V & lowBits(Bits);
  Known[S] = IsKnown ? AllBytes : ~firstBytes(Bits / 8);
}

void ValueInterpreter::compute(const ValueOp &Op) {
  uint64_t Mask = lowBits(Op.Bits);
  uint8_t Bytes = firstBytes(Op.Bits / 8);
  bool IsKnown = (Known[Op.A] & Known[Op.B] & Known[Op.C] & Bytes) == Bytes;
  FunctionSources S = {Values[Op.A] & Mask, Values[Op.B] & Mask,
                       Values[Op.C] & Mask, Op.Bits};
  set(Op.Dst, Op.Bits, IsKnown ? Op.Function(S, IsKnown) : 0, IsKnown);
}

void ValueInterpreter::extract(const ValueOp &Op) {
  uint64_t V = Values[Op.A] >> Op.Low & lowBits(Op.Length);
  unsigned Bits = Op.Bits;
  if (Op.K == ValueOp::ExtractSigned)
    V = signExtended(V, Op.Length);
  else
    Bits = std::min<unsigned>(Bits, llvm::alignTo(Op.Length, 8));
  set(Op.Dst, Bits, V, isKnown(Op.A, bytesOf(Op.Low, Op.Length)));
}

/// Bytes that are not touched, or wholly replaced, stay known on their own.
void ValueInterpreter::deposit(const ValueOp &Op) {
  uint64_t Mask = lowBits(Op.Length) << Op.Low;
  uint8_t Touched = bytesOf(Op.Low, Op.Length), Kept = Known[Op.A] & ~Touched;
  uint64_t V = (Values[Op.A] & ~Mask) | (Values[Op.B] << Op.Low & Mask);
  uint8_t New;
  if (Op.Low % 8 == 0 && Op.Length % 8 == 0)
    New = Known[Op.B] << Op.Low / 8 & Touched;
  else
    New = isKnown(Op.A, Touched) && isKnown(Op.B, bytesOf(0, Op.Length))
              ? Touched
              : 0;
  Values[Op.Dst] = V & lowBits(Op.Bits);
  Known[Op.Dst] = Kept | New | ~firstBytes(Op.Bits / 8);
}

void ValueInterpreter::load(const ValueOp &Op) {
  for (unsigned Done = 0; Done < Op.Length; Done += 8) {
    PartialValue V;
    if (Known[Op.A] == AllBytes)
      V = Memory.load(Values[Op.A] + Done, std::min(Op.Length - Done, 8u));
    setSlot(Op.Dst + Done / 8, V);
  }
}

/// A store nobody knows where to changes nothing that is known.
void ValueInterpreter::store(const ValueOp &Op) {
  if (Known[Op.A] != AllBytes)
    return;
  for (unsigned Done = 0; Done < Op.Length; Done += 8)
    Memory.store(Values[Op.A] + Done, std::min(Op.Length - Done, 8u),
                 slot(Op.B + Done / 8));
}

/// The flags that instruction \p Writer leaves in iteration \p When.
uint64_t ValueInterpreter::flags(uint32_t Writer, uint32_t When) const {
  return mixed(Seed ^ mixed(uint64_t(Writer) << 32 | When));
}

void ValueInterpreter::iterate(MaybeValue *Sites) {
  for (const ValueOp &Op : Code.Ops)
    switch (Op.K) {
    case ValueOp::Compute:
      compute(Op);
      break;
    case ValueOp::Sum:
      set(Op.Dst, Op.Bits, Values[Op.A] + Values[Op.B] * Op.Low + Values[Op.C],
          isKnown(Op.A, firstBytes(Op.Bits / 8)) &&
              isKnown(Op.B, firstBytes(Op.Bits / 8)) &&
              isKnown(Op.C, firstBytes(Op.Bits / 8)));
      break;
    case ValueOp::Extract:
    case ValueOp::ExtractSigned:
      extract(Op);
      break;
    case ValueOp::Deposit:
      deposit(Op);
      break;
    case ValueOp::Lanes:
      for (unsigned I = 0; I < Op.Length; ++I)
        setSlot(Op.Dst + I, slot(Op.A + I));
      break;
    case ValueOp::Condition:
      set(Op.Dst, Op.Bits,
          (flags(Op.A, Iteration - Op.Length) >> Op.Low & 1) ^ Op.C, true);
      break;
    case ValueOp::Choose:
      set(Op.Dst, Op.Bits, Values[Values[Op.C] ? Op.A : Op.B],
          isKnown(Values[Op.C] ? Op.A : Op.B, firstBytes(Op.Bits / 8)));
      break;
    case ValueOp::Site:
      if (isKnown(Op.A, AllBytes))
        Sites[Op.Dst] = {Values[Op.A], true};
      break;
    case ValueOp::Load:
      load(Op);
      break;
    case ValueOp::Store:
      store(Op);
      break;
    }
  ++Iteration;
}
