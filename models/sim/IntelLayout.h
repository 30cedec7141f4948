//===- IntelLayout.h - Where code lies in blocks and windows ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses of a kernel's instructions, and how they fall into the
/// predecoder's blocks and the µop cache's windows. Used by IntelCode only.
///
/// Instructions whose size is not known (kernels as text) count as 4 bytes, one
/// behind the other from the first one's offset: as many in a block as there
/// are decoders. Their windows are always cached.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_INTELLAYOUT_H
#define TAKT_MODELS_SIM_INTELLAYOUT_H

#include "IntelCode.h"
#include "llvm/ADT/SmallVector.h"

namespace takt::sim {

/// What the predecoder has to do in a block.
struct BlockCount {
  /// Instructions that end in it.
  uint32_t Ending = 0;
  /// One has its opcode in it and ends in the next one.
  bool Crossing = false;
  /// Opcodes in it that have a length-changing prefix.
  uint32_t Prefixed = 0;
};

/// Instructions First up to Last, exclusive.
struct InstrRange {
  uint32_t First = 0, Last = 0;
};

class IntelLayout {
public:
  IntelLayout(const Kernel &K, const IntelFrontEnd &P);

  /// A taken branch or a jump in the offsets follows on each of these.
  llvm::ArrayRef<InstrRange> runs() const { return Runs; }
  uint64_t address(uint32_t I) const { return Address[I]; }
  /// The window whose lines have the instruction: where the pair begins.
  uint64_t window(uint32_t I) const {
    return Address[K.Instrs[I].MacroFused ? I - 1 : I] / P.CacheWindow;
  }
  uint32_t size(uint32_t I) const {
    return K.Instrs[I].Size ? K.Instrs[I].Size : UnknownSize;
  }
  bool isBranch(uint32_t I) const;
  bool sizesKnown() const { return SizesKnown; }

  /// The blocks of a contiguous range of one run.
  void countBlocks(InstrRange R, llvm::SmallVectorImpl<BlockCount> &Out) const;
  /// The blocks of copies that follow each other: the first block as it is at
  /// the very start, then those that repeat. \returns iterations until they do.
  uint32_t countEndlessBlocks(PoolVector<BlockCount> &Out) const;

  /// By window rules that need no lines, \p R (all of one window in one run)
  /// can't be cached: a branch at its end, length-changing prefixes.
  bool isUncacheable(InstrRange R) const;

private:
  static constexpr uint32_t UnknownSize = 4;

  void count(uint32_t I, uint64_t At, uint64_t FirstBlock,
             llvm::MutableArrayRef<BlockCount> Blocks) const;
  bool hasErratumBranch(InstrRange R) const;
  bool hasOddPrefixes(InstrRange R) const;

  const Kernel &K;
  const IntelFrontEnd &P;
  bool SizesKnown = true;
  PoolVector<uint64_t> Address;
  llvm::SmallVector<InstrRange, 2> Runs;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_INTELLAYOUT_H
