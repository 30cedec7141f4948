//===- ValueFunctions.h - Integer operations --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The integer operations of instruction sets as functions on numbers of 8, 16,
/// 32 or 64 bits, after the pseudocode of the Intel SDM (volume 2) and of the
/// Arm ARM (DDI 0487, section C6.2).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_VALUEFUNCTIONS_H
#define TAKT_MODELS_MEMORY_VALUEFUNCTIONS_H

#include "takt/models/ValueRule.h"
#include <utility>

namespace takt {

/// The sources of a function: numbers of Bits bits, the rest 0.
struct FunctionSources {
  uint64_t A, B, C;
  unsigned Bits;
};

/// \returns the result, whose bits above \p S.Bits mean nothing. Clears
/// \p Known if there is none (division by 0 on x86).
using ValueFunction = uint64_t (*)(const FunctionSources &S, bool &Known);

/// What \p Effect computes; null for effects that are no function of numbers or
/// that have several results.
ValueFunction functionOf(ValueRule::EffectKind Effect, bool Signed);

/// The two results of \p Effect, null and null if it has not two.
std::pair<ValueFunction, ValueFunction>
functionsOf(ValueRule::EffectKind Effect, bool Signed);

/// All bits below \p Bits, from 1 to 64.
inline uint64_t lowBits(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

/// \p V, a number of \p Bits bits with a sign.
inline uint64_t signExtended(uint64_t V, unsigned Bits) {
  return static_cast<uint64_t>(static_cast<int64_t>(V << (64 - Bits)) >>
                               (64 - Bits));
}

} // namespace takt

#endif // TAKT_MODELS_MEMORY_VALUEFUNCTIONS_H
