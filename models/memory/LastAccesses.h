//===- LastAccesses.h - Who last touched a byte -----------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shadow of the memory that a kernel accesses: for every byte who wrote it
/// last, and who has read it last since then.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_LASTACCESSES_H
#define TAKT_MODELS_MEMORY_LASTACCESSES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace takt {

/// Blocks of bytes in a hash table that only grows; it lives as long as a
/// trace.
class LastAccesses {
public:
  static constexpr unsigned BlockBytes = 16;
  /// Numbers of accesses from 1 on; 0: none.
  struct Block {
    std::array<uint32_t, BlockBytes> Writer{}, Reader{};
  };

  /// The block of the bytes from \p Number * BlockBytes on. Others may move.
  Block &block(uint64_t Number);
  /// Forgets everything.
  void clear();

private:
  void grow();
  size_t slotOf(uint64_t Number) const;

  struct Slot {
    uint64_t Number = 0;
    uint32_t Block = 0; ///< index into Blocks, plus 1; 0: free
  };
  std::vector<Slot> Slots; ///< a power of two, at most half of it in use
  std::vector<Block> Blocks;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORY_LASTACCESSES_H
