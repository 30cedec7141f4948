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

static bool has(const ValueCode &Code, ValueOp::Kind K) {
  return llvm::any_of(Code.Ops, [K](const ValueOp &Op) { return Op.K == K; });
}

ValueInterpreter::ValueInterpreter(const ValueCode &Code, uint32_t Iterations,
                                   uint64_t Seed)
    : Code(Code), Seed(mixed(Seed)), Values(Code.Slots.size()),
      Known(Code.Slots.size(), AllBytes),
      Memory(this->Seed + 1,
             storedWords(Code) * std::min(Iterations, IterationsAhead),
             randomBits(Seed)),
      HasConditions(has(Code, ValueOp::Condition)),
      HasStores(has(Code, ValueOp::Store)) {
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

bool ValueInterpreter::goesOn(llvm::MutableArrayRef<uint64_t> Steps) {
  // Flags are others in each iteration.
  if (HasConditions)
    return false;
  bool GoesOn = !Memory.takeChanged() && Known == KnownBefore;
  if (GoesOn && Values == ValuesBefore)
    std::fill(Steps.begin(), Steps.end(), 0);
  else if (GoesOn)
    GoesOn = !HasStores && movesOn(Steps);
  ValuesBefore = Values;
  KnownBefore = Known;
  return GoesOn;
}

/// Whether Dst = A + B * Factor + C * FactorOfC in \p Op.
static bool isSum(const ValueOp &Op, uint64_t &Factor, uint64_t &FactorOfC) {
  Factor = Op.K == ValueOp::Sum ? Op.Low : 1;
  FactorOfC = Op.K == ValueOp::Sum;
  if (Op.Bits != 64 || Op.K != ValueOp::Compute)
    return Op.Bits == 64 && Op.K == ValueOp::Sum;
  if (Op.Function == functionOf(ValueRule::Subtract, false))
    Factor = -1;
  else if (Op.Function == functionOf(ValueRule::Increment, false) ||
           Op.Function == functionOf(ValueRule::Decrement, false))
    Factor = 0;
  else
    return Op.Function == functionOf(ValueRule::Add, false);
  return true;
}

/// goesOn, where slots move and nothing is stored.
bool ValueInterpreter::movesOn(llvm::MutableArrayRef<uint64_t> Steps) const {
  llvm::SmallVector<uint64_t, 64> Before(Values.size()), By;
  for (size_t S = 0; S != Values.size(); ++S)
    Before[S] = Values[S] - ValuesBefore[S];
  By = Before;
  for (const ValueOp &Op : Code.Ops) {
    uint64_t Factor = 0, FactorOfC = 0;
    if (Op.K == ValueOp::Site) {
      Steps[Op.Dst] = By[Op.A];
    } else if (Op.K == ValueOp::Lanes) {
      for (unsigned I = 0; I < Op.Length; ++I)
        By[Op.Dst + I] = By[Op.A + I];
    } else if (isSum(Op, Factor, FactorOfC)) {
      By[Op.Dst] = By[Op.A] + By[Op.B] * Factor + By[Op.C] * FactorOfC;
    } else {
      if (By[Op.A] || By[Op.B] || By[Op.C])
        return false;
      // The same as before; only loads have several results.
      const unsigned Lanes = Op.K == ValueOp::Load ? (Op.Length + 7) / 8 : 1;
      for (unsigned I = 0; I < Lanes; ++I)
        By[Op.Dst + I] = 0;
    }
  }
  return By == Before;
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
