//===- AddressTrace.h - The addresses of some iterations --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the interpretation of a kernel yields: the address of every access in
/// a number of iterations. Everything that is said about dependences through
/// memory is said by looking at such traces, from several seeds.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_ADDRESSTRACE_H
#define TAKT_MODELS_MEMORY_ADDRESSTRACE_H

#include <cstdint>
#include <vector>

namespace takt {

/// A 64 bit value, or ⊥: nothing that an address is made of.
struct MaybeValue {
  uint64_t Value = 0;
  bool Known = false;

  friend bool operator==(const MaybeValue &L, const MaybeValue &R) {
    return L.Value == R.Value && L.Known == R.Known;
  }
};

/// A place of the kernel that accesses memory.
struct AccessSite {
  uint32_t Instr = 0; ///< index in the kernel
  /// Index into KernelInstr::Accesses.
  uint8_t Access = 0;
  bool Load = false, Store = false; ///< both: the load comes first
  uint16_t Size = 0;                ///< bytes; 0: not known, taken for 1
};

/// Addresses under one assignment of random values to what is not known.
struct AddressTrace {
  uint32_t Iterations = 0;
  /// Address of site S in iteration I at [I * NumSites + S].
  std::vector<MaybeValue> Addresses;
  /// Each address is known to move by the same distance, or none, from each
  /// iteration to the next.
  bool Steady = false;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_ADDRESSTRACE_H
