//===- ShadowMemory.h - What a kernel stored --------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory under random values, byte by byte. What nobody stored is a function
/// of seed and address, so that loads remember nothing.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_SHADOWMEMORY_H
#define TAKT_MODELS_MEMORY_SHADOWMEMORY_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace takt {

/// 64 bits of which every byte is known or ⊥.
struct PartialValue {
  uint64_t Value = 0;
  /// Bit per byte, the lowest byte first: it is known.
  uint8_t Known = 0;

  friend bool operator==(const PartialValue &L, const PartialValue &R) {
    return L.Value == R.Value && L.Known == R.Known;
  }
};

/// All bytes of a PartialValue below \p Bytes (0 to 8).
inline uint8_t firstBytes(unsigned Bytes) { return (1u << Bytes) - 1; }
/// The bits of the bytes below \p Bytes (1 to 8).
inline uint64_t bitsOfBytes(unsigned Bytes) {
  return ~uint64_t(0) >> (64 - 8 * Bytes);
}

class ShadowMemory {
public:
  /// \p Words is how many different aligned words of 8 bytes will be stored to;
  /// more of them cost time. What was never stored has only \p Bits.
  ShadowMemory(uint64_t Seed, uint64_t Words, uint64_t Bits = ~uint64_t(0));

  /// The \p Bytes (1 to 8) from \p Address on; addresses wrap. The upper bytes
  /// of the result are known to be 0.
  PartialValue load(uint64_t Address, unsigned Bytes) const;
  void store(uint64_t Address, unsigned Bytes, PartialValue V);
  /// Whether something got another value since the last call.
  bool takeChanged() { return std::exchange(Changed, false); }

  /// What is in the aligned word \p Number before anything is stored there.
  uint64_t initial(uint64_t Number) const;

private:
  struct Word {
    uint64_t Number = 0;
    uint64_t Value = 0;
    uint8_t Known = 0;
    bool Used = false;
  };

  PartialValue word(uint64_t Number) const;
  uint64_t indexOf(uint64_t Number) const;
  Word &find(uint64_t Number);
  void grow();
  void store(uint64_t Number, unsigned First, unsigned Bytes, PartialValue V);

  uint64_t Seed, Bits;
  /// Open addressing; a power of two that is never more than half full.
  std::vector<Word> Table;
  size_t NumUsed = 0;
  bool Changed = false;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_SHADOWMEMORY_H
