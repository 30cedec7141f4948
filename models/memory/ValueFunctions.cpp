//===- ValueFunctions.cpp - Integer operations ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueFunctions.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace takt;
using Sources = FunctionSources;
using Wide = unsigned __int128;
using SignedWide = __int128;

static int64_t asSigned(uint64_t V, unsigned Bits) {
  return static_cast<int64_t>(signExtended(V, Bits));
}

//===- Shifts -------------------------------------------------------------===//

/// x86 takes 5 bits of the count of 8 and 16 bit shifts, too.
static unsigned shiftCount(uint64_t Count, unsigned Bits) {
  return Count & (std::max(Bits, 32u) - 1);
}

static uint64_t shiftLeft(const Sources &S, bool &) {
  return S.A << shiftCount(S.B, S.Bits);
}

static uint64_t shiftRight(const Sources &S, bool &) {
  return S.A >> shiftCount(S.B, S.Bits);
}

static uint64_t shiftRightSigned(const Sources &S, bool &) {
  return static_cast<uint64_t>(asSigned(S.A, S.Bits) >>
                               shiftCount(S.B, S.Bits));
}

static uint64_t rotateRight(uint64_t V, unsigned Count, unsigned Bits) {
  Count %= Bits;
  return Count ? V >> Count | V << (Bits - Count) : V;
}

static uint64_t rotateRight(const Sources &S, bool &) {
  return rotateRight(S.A, shiftCount(S.B, S.Bits), S.Bits);
}

static uint64_t rotateLeft(const Sources &S, bool &) {
  return rotateRight(S.A, S.Bits - shiftCount(S.B, S.Bits) % S.Bits, S.Bits);
}

/// Of 16 bits, counts above 16 have no defined result.
static bool isDefinedFunnel(const Sources &S) {
  return shiftCount(S.C, S.Bits) <= S.Bits;
}

static uint64_t funnelLeft(const Sources &S, bool &Known) {
  unsigned Count = shiftCount(S.C, S.Bits);
  Known &= isDefinedFunnel(S);
  return Count ? Wide(S.A) << Count | Wide(S.B) >> (S.Bits - Count) : S.A;
}

static uint64_t funnelRight(const Sources &S, bool &Known) {
  unsigned Count = shiftCount(S.C, S.Bits);
  Known &= isDefinedFunnel(S);
  return Count ? Wide(S.A) >> Count | Wide(S.B) << (S.Bits - Count) : S.A;
}

static uint64_t joinRight(const Sources &S, bool &Known) {
  return funnelRight({S.B, S.A, S.C, S.Bits}, Known);
}

//===- Products -----------------------------------------------------------===//

static uint64_t multiplyHigh(const Sources &S, bool &) {
  return static_cast<uint64_t>(Wide(S.A) * S.B >> S.Bits);
}

static uint64_t multiplyHighSigned(const Sources &S, bool &) {
  return static_cast<uint64_t>(
      SignedWide(asSigned(S.A, S.Bits)) * asSigned(S.B, S.Bits) >> S.Bits);
}

/// Arm's: 0 for a division by 0.
static uint64_t divide(const Sources &S, bool &) { return S.B ? S.A / S.B : 0; }

static uint64_t divideSigned(const Sources &S, bool &) {
  // The lowest number by -1 gives itself.
  if (S.B == lowBits(S.Bits))
    return -S.A;
  return S.B ? static_cast<uint64_t>(asSigned(S.A, S.Bits) /
                                     asSigned(S.B, S.Bits))
             : 0;
}

/// The dividend B:A. \returns 1 for the divisor where the processor traps.
static Wide dividend(const Sources &S) { return Wide(S.B) << S.Bits | S.A; }

static uint64_t quotient(const Sources &S, bool &Known) {
  Known &= S.B < S.C;
  return Known ? static_cast<uint64_t>(dividend(S) / S.C) : 0;
}

static uint64_t remainder(const Sources &S, bool &Known) {
  Known &= S.B < S.C;
  return Known ? static_cast<uint64_t>(dividend(S) % S.C) : 0;
}

/// Quotient and remainder of numbers with a sign; none where the processor
/// traps.
static std::pair<uint64_t, uint64_t> divideWideSigned(const Sources &S,
                                                      bool &Known) {
  unsigned Above = 128 - 2 * S.Bits;
  SignedWide A = static_cast<SignedWide>(dividend(S) << Above) >> Above;
  int64_t B = asSigned(S.C, S.Bits);
  // The lowest number of 128 bits by -1 overflows here, too.
  bool Lowest = A == static_cast<SignedWide>(Wide(1) << 127);
  Known &= B != 0 && !(Lowest && B == -1);
  if (!Known)
    return {0, 0};
  SignedWide Quotient = A / B;
  Known &=
      Quotient >= llvm::minIntN(S.Bits) && Quotient <= llvm::maxIntN(S.Bits);
  return {static_cast<uint64_t>(Quotient), static_cast<uint64_t>(A % B)};
}

static uint64_t quotientSigned(const Sources &S, bool &Known) {
  return divideWideSigned(S, Known).first;
}

static uint64_t remainderSigned(const Sources &S, bool &Known) {
  return divideWideSigned(S, Known).second;
}

//===- Bits ---------------------------------------------------------------===//

/// Intel SDM, BEXTR: bits 7:0 of B are the start, bits 15:8 the length.
static uint64_t bitExtract(const Sources &S, bool &) {
  unsigned Start = S.B & 0xff, Length = S.B >> 8 & 0xff;
  if (Start >= 64 || Length == 0)
    return 0;
  return S.A >> Start & lowBits(std::min(Length, 64u));
}

static uint64_t clearAbove(const Sources &S, bool &) {
  unsigned From = S.B & 0xff;
  return From < S.Bits ? S.A & ((uint64_t(1) << From) - 1) : S.A;
}

static uint64_t bitOf(const Sources &S) {
  return uint64_t(1) << (S.B & (S.Bits - 1));
}

static uint64_t leadingZeros(const Sources &S, bool &) {
  return llvm::countl_zero(S.A) - (64 - S.Bits);
}

static uint64_t leadingSigns(const Sources &S, bool &) {
  auto V = static_cast<uint64_t>(asSigned(S.A, S.Bits));
  // The lowest bit has none below it.
  return llvm::countl_zero((V ^ V << 1) | 1) - (64 - S.Bits);
}

static uint64_t trailingZeros(const Sources &S, bool &) {
  return std::min<uint64_t>(llvm::countr_zero(S.A), S.Bits);
}

static uint64_t lowestSet(const Sources &S, bool &Known) {
  Known &= S.A != 0;
  return llvm::countr_zero(S.A);
}

static uint64_t highestSet(const Sources &S, bool &Known) {
  Known &= S.A != 0;
  return 63 - llvm::countl_zero(S.A);
}

/// Bytes of \p V in the opposite order within every \p Bits bits.
static uint64_t reverseBytes(uint64_t V, unsigned Bits) {
  switch (Bits) {
  case 16:
    V = llvm::byteswap(V);
    V = V << 32 | V >> 32;
    return (V & 0xffff0000ffff0000) >> 16 | (V & 0x0000ffff0000ffff) << 16;
  case 32:
    V = llvm::byteswap(V);
    return V << 32 | V >> 32;
  default:
    return llvm::byteswap(V);
  }
}

//===- Which effect is which ----------------------------------------------===//

// Captureless lambdas are functions, too.
#define TAKT_FUNCTION(Result)                                                  \
  [](const Sources &S, bool &) -> uint64_t { return Result; }

static ValueFunction sumOf(ValueRule::EffectKind Effect) {
  switch (Effect) {
  case ValueRule::Add:
    return TAKT_FUNCTION(S.A + S.B);
  case ValueRule::Subtract:
    return TAKT_FUNCTION(S.A - S.B);
  case ValueRule::Increment:
    return TAKT_FUNCTION(S.A + 1);
  case ValueRule::Decrement:
    return TAKT_FUNCTION(S.A - 1);
  case ValueRule::Negate:
    return TAKT_FUNCTION(-S.A);
  case ValueRule::AddCarry:
    return TAKT_FUNCTION(S.A + S.B + S.C);
  case ValueRule::SubtractBorrow:
    return TAKT_FUNCTION(S.A - S.B - S.C);
  case ValueRule::Multiply:
    return TAKT_FUNCTION(S.A * S.B);
  case ValueRule::MultiplyAdd:
    return TAKT_FUNCTION(S.C + S.A * S.B);
  case ValueRule::MultiplySubtract:
    return TAKT_FUNCTION(S.C - S.A * S.B);
  default:
    return nullptr;
  }
}

static ValueFunction logicOf(ValueRule::EffectKind Effect) {
  switch (Effect) {
  case ValueRule::And:
    return TAKT_FUNCTION(S.A & S.B);
  case ValueRule::Or:
    return TAKT_FUNCTION(S.A | S.B);
  case ValueRule::Xor:
    return TAKT_FUNCTION(S.A ^ S.B);
  case ValueRule::Not:
    return TAKT_FUNCTION(~S.A);
  case ValueRule::AndNot:
    return TAKT_FUNCTION(S.A & ~S.B);
  case ValueRule::OrNot:
    return TAKT_FUNCTION(S.A | ~S.B);
  case ValueRule::XorNot:
    return TAKT_FUNCTION(S.A ^ ~S.B);
  case ValueRule::NotAnd:
    return TAKT_FUNCTION(~S.A & S.B);
  case ValueRule::ClearLowest:
    return TAKT_FUNCTION(S.A & (S.A - 1));
  case ValueRule::IsolateLowest:
    return TAKT_FUNCTION(S.A & -S.A);
  case ValueRule::MaskLowest:
    return TAKT_FUNCTION(S.A ^ (S.A - 1));
  case ValueRule::BitSet:
    return TAKT_FUNCTION(S.A | bitOf(S));
  case ValueRule::BitReset:
    return TAKT_FUNCTION(S.A & ~bitOf(S));
  case ValueRule::BitComplement:
    return TAKT_FUNCTION(S.A ^ bitOf(S));
  default:
    return nullptr;
  }
}

static ValueFunction bitFunctionOf(ValueRule::EffectKind Effect) {
  switch (Effect) {
  case ValueRule::BitExtract:
    return bitExtract;
  case ValueRule::ClearAbove:
    return clearAbove;
  case ValueRule::CountOnes:
    return TAKT_FUNCTION(llvm::popcount(S.A));
  case ValueRule::LeadingZeros:
    return leadingZeros;
  case ValueRule::LeadingSigns:
    return leadingSigns;
  case ValueRule::TrailingZeros:
    return trailingZeros;
  case ValueRule::LowestSet:
    return lowestSet;
  case ValueRule::HighestSet:
    return highestSet;
  case ValueRule::ReverseBits:
    return TAKT_FUNCTION(llvm::reverseBits(S.A) >> (64 - S.Bits));
  case ValueRule::ReverseBytes:
    return TAKT_FUNCTION(llvm::byteswap(S.A) >> (64 - S.Bits));
  case ValueRule::ReverseBytes16:
    return TAKT_FUNCTION(reverseBytes(S.A, 16));
  case ValueRule::ReverseBytes32:
    return TAKT_FUNCTION(reverseBytes(S.A, 32));
  default:
    return nullptr;
  }
}

ValueFunction takt::functionOf(ValueRule::EffectKind Effect, bool Signed) {
  switch (Effect) {
  case ValueRule::MultiplyHigh:
    return Signed ? multiplyHighSigned : multiplyHigh;
  case ValueRule::Divide:
    return Signed ? divideSigned : divide;
  case ValueRule::ShiftLeft:
    return shiftLeft;
  case ValueRule::ShiftRight:
    return Signed ? shiftRightSigned : shiftRight;
  case ValueRule::RotateLeft:
    return rotateLeft;
  case ValueRule::RotateRight:
    return rotateRight;
  case ValueRule::FunnelLeft:
    return funnelLeft;
  case ValueRule::FunnelRight:
    return funnelRight;
  case ValueRule::JoinRight:
    return joinRight;
  case ValueRule::SignSpread:
    return TAKT_FUNCTION(S.A >> (S.Bits - 1) ? ~uint64_t(0) : 0);
  default:
    break;
  }
  if (ValueFunction F = sumOf(Effect))
    return F;
  if (ValueFunction F = logicOf(Effect))
    return F;
  return bitFunctionOf(Effect);
}

std::pair<ValueFunction, ValueFunction>
takt::functionsOf(ValueRule::EffectKind Effect, bool Signed) {
  ValueFunction Low = functionOf(ValueRule::Multiply, Signed);
  ValueFunction High = functionOf(ValueRule::MultiplyHigh, Signed);
  switch (Effect) {
  case ValueRule::MultiplyWide:
    return {Low, High};
  case ValueRule::MultiplyWideHigh:
    return {High, Low};
  case ValueRule::DivideWide:
    if (Signed)
      return {quotientSigned, remainderSigned};
    return {quotient, remainder};
  default:
    return {nullptr, nullptr};
  }
}
