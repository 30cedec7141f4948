//===- RandomValues.h - Values in place of what is not known ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_RANDOMVALUES_H
#define TAKT_MODELS_MEMORY_RANDOMVALUES_H

#include <cstdint>

namespace takt {

/// The output of the generator splitmix64 for the state \p State: Steele, Lea
/// and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014,
/// figures 16 and 17 (golden gamma, constants of Stafford's variant 13).
inline uint64_t mixed(uint64_t State) {
  State += 0x9e3779b97f4a7c15;
  State = (State ^ (State >> 30)) * 0xbf58476d1ce4e5b9;
  State = (State ^ (State >> 27)) * 0x94d049bb133111eb;
  return State ^ (State >> 31);
}

/// A value for what is not known, from random bits. Every byte is below 128, so
/// that the value has no sign however many of its bytes are loaded: what
/// programs compute addresses of (pointers, sizes, indices) is hardly ever
/// negative, and compilers extend it with or without a sign where they know
/// that.
inline uint64_t randomValue(uint64_t Random) {
  return Random & 0x7f7f7f7f7f7f7f7f;
}

/// Under this seed everything that is not known is a multiple of 256, as
/// pointers to what is aligned are: addresses tell how they lie in blocks.
inline constexpr uint64_t AlignedSeed = ~uint64_t(0);

/// Bits of what is not known that \p Seed leaves.
inline uint64_t randomBits(uint64_t Seed) {
  return Seed == AlignedSeed ? ~uint64_t(0xff) : ~uint64_t(0);
}

} // namespace takt

#endif // TAKT_MODELS_MEMORY_RANDOMVALUES_H
