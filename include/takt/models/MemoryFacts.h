//===- MemoryFacts.h - What a compiler knows of accesses --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a compiler tells of the memory that a loop accesses, beyond its
/// instructions: which addresses are a known distance apart, which accesses
/// never meet; and what to assume where nobody knows.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORYFACTS_H
#define TAKT_MODELS_MEMORYFACTS_H

#include "llvm/ADT/DenseSet.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace takt {

/// Whether the source can promise of what an access is derived from that
/// nothing else meets it (C's `restrict`).
enum class Promise : uint8_t {
  Unknown,   ///< nobody knows what it is derived from
  None,      ///< it cannot: a global, a local pointer, what is loaded
  Parameter, ///< it can where the parameter is declared
  Method     ///< it can for the object that a member function is called on
};

/// One access of one instruction of the kernel.
struct AccessFact {
  uint32_t Instr = 0; ///< index in the kernel
  /// What it does; an instruction that reads and writes the same operand has
  /// two accesses.
  bool Store = false;
  /// Addresses of equal Base differ, in the same iteration, by the difference
  /// of their Offsets (bytes). None: not known.
  std::optional<uint32_t> Base;
  int64_t Offset = 0;
  /// Bytes that the address moves per iteration of the kernel, if constant.
  std::optional<int64_t> Stride;
  /// What the source calls the accessed object: "p"; empty: not known.
  std::string Object;
  /// Accesses of equal Root are derived from one pointer. None: not known.
  std::optional<uint32_t> Root = std::nullopt;
  Promise Can = Promise::Unknown;
};

/// What is known of a kernel's accesses.
struct MemoryFacts {
  std::vector<AccessFact> Accesses;
  /// Pairs of indices into Accesses, the smaller one first, of which one
  /// stores, and that touch no common byte in any two iterations of one run of
  /// the loop. Where strides are not known two may be the same place in one
  /// iteration, if that is loaded from before it is stored to.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> Apart;
  /// Iterations of one run of the loop, if constant: no dependence reaches as
  /// far.
  std::optional<uint64_t> TripCount;
};

/// What is assumed of two accesses that are not known to meet, nor known to be
/// apart (-takt-alias).
enum class AliasAssumption : uint8_t {
  None,     ///< they do not meet, as hardware usually finds
  Compiler, ///< they do, unless MemoryFacts say that they are apart
  All,      ///< they do, whatever MemoryFacts say
};

/// How the dependences through memory are found.
struct MemoryOptions {
  /// Find any at all (--no-memory-deps).
  bool Dependences = true;
  AliasAssumption Alias = AliasAssumption::None;
  /// May be null.
  const MemoryFacts *Facts = nullptr;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORYFACTS_H
