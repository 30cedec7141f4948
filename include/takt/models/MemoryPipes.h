//===- MemoryPipes.h - Parameters of loads and stores -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Delays and limits of a CPU's loads, stores and first-level cache, as the CPU
/// files give them: the part of Pipeline.h that is about memory.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORYPIPES_H
#define TAKT_MODELS_MEMORYPIPES_H

#include <cstdint>

namespace takt {

/// The first-level cache's ways are made of rows, each of so many banks of
/// Bytes; a way reads one row in each bank in a cycle.
struct CacheBanks {
  unsigned Bytes = 0; ///< 0: loads never meet in a bank
  unsigned Count = 0; ///< at most 64
  unsigned Ways = 0;  ///< 0: in whatever ways, they do not meet
  /// So many loads may read a bank in a cycle, of whatever lines; 0: all may.
  unsigned Reads = 0;

  /// Those that hold bytes of the \p Size ones from \p Offset on, a bit each.
  uint64_t banks(int64_t Offset, unsigned Size) const {
    const unsigned Row = Bytes * Count;
    const uint64_t All = ~uint64_t(0) >> (64 - Count);
    const unsigned First = unsigned(uint64_t(Offset) & (Row - 1)) / Bytes;
    const unsigned Last =
        unsigned((uint64_t(Offset) & (Bytes - 1)) + Size - 1) / Bytes;
    if (Size == 0 || Last + 1 >= Count)
      return Size ? All : 0;
    const uint64_t Mask = (uint64_t(2) << Last) - 1;
    return (Mask << First | (First ? Mask >> (Count - First) : 0)) & All;
  }
};

/// Where stores leave the store buffer one at a time, those of one block
/// (MemoryPipes::StoreBlock), too: in loops with loads that take their value
/// from a store in flight and spell their address as it does, if the ports of
/// addresses would be busy for longer than an iteration takes were each of
/// these loads to go Turns times. Measured on a Zen 3, right on a Zen 4; how
/// the one makes the other is not known (docs/zen3.md, stores that part).
struct LoneStores {
  unsigned Turns = 0; ///< 0: there are no such loops
  /// One in at most so many accesses is such a load.
  unsigned Accesses = 0;
};

struct MemoryPipes {
  /// Cycles from the dispatch of a store-address (store-data) µop until
  /// address (data) is known, and from then to the value of a load that hits
  /// the store.
  unsigned StoreAddressLatency = 5, StoreDataLatency = 1, ForwardDelay = 4;
  /// Cycles from the dispatch of a store-data µop to the value of a load that
  /// needs bytes from elsewhere too; 0: not known, they count as forwarded.
  unsigned ForwardFailLatency = 0;
  /// Cycles from the dispatch of a store-data µop to the value of a load with
  /// the latency of vectors; 0: as of others.
  unsigned VectorForwardLatency = 0;
  /// A store of so many bytes or more hands them on in pieces of this size, the
  /// first one by WideForwardDelay cycles later than a narrower store, each
  /// further one as much later again, and a load of more than one piece has its
  /// value later by as much once more. It must begin where a piece does, at a
  /// multiple of the size; a shorter one must lie in a piece. 0: all take the
  /// same time.
  unsigned WideForward = 0, WideForwardDelay = 0;
  /// ForwardFailLatency counts from when the store has retired: only then is
  /// its value on the way to the cache, from where the load takes it.
  bool FailUntilRetired = false;
  /// The load of an instruction that also stores goes to a load port once more,
  /// to each in turn, if the data that it gets from a store in flight is not
  /// known so many cycles after it went. 0: it waits elsewhere.
  unsigned RewritesAgainAfter = 0;
  /// In unrolled code, where no instruction comes again that a predictor could
  /// know, a store hands its register to a load (MemoryAccess::Renamed) only if
  /// both spell their address with the same registers, not written in between
  /// but by push and pop.
  bool RenamedByAddress = false;
  /// With RenamedByAddress, in loops: addresses relative to the instruction
  /// pointer are told apart, too.
  bool RenamedRelative = false;
  /// With an index in the address of either, a store hands its register to no
  /// load.
  bool RenamedWithoutIndex = false;
  /// A load gets the register, too, that reads the first bytes of what was
  /// stored; with RenamedByAddress it always does.
  bool RenamedStart = false;
  /// A load gets all its bytes from at most so many stores in flight.
  unsigned ForwardStores = 1;
  /// Widest access in bytes that takes a single pass; twice that: no other load
  /// goes in the cycle of such a load, and store data takes its port for two.
  /// 0: any.
  unsigned FullWidth = 0;
  /// Two stores are dispatched, or written, in one cycle only if they are less
  /// than this many bytes apart; 0: any two.
  unsigned PairedStoreReach = 0;
  /// Stores leave the store buffer in program order, as many in a cycle as
  /// there are store data ports, and wait by aligned blocks of so many bytes,
  /// of which the cache takes one in a cycle: stores in a row that lie in one
  /// go together. One that goes beyond its block leaves alone. What registers
  /// point to counts as aligned to it. 0: PairedStoreReach tells.
  unsigned StoreBlock = 0;
  /// So many such blocks can wait, at least 1.
  unsigned StoreBlockQueue = 1;
  /// Where those of one block leave one at a time all the same.
  LoneStores Lone;
  /// The cache knows so many blocks, the last ones that came to wait and were
  /// none of these. From KnownAfter cycles after a block came on it takes
  /// stores to it at once, as many in a cycle as there are store data ports;
  /// and stores join any block that waits. 0: it knows none, and they join the
  /// youngest only.
  unsigned KnownBlocks = 0, KnownAfter = 0;
  /// A store over the end of a page of so many bytes keeps all stores from the
  /// cache for so many cycles more. Where pages end nobody knows: of stores
  /// that walk and go over the end of a line (LineBytes) each takes its share
  /// of the cycles, others none. 0: pages make no difference.
  unsigned PageBytes = 0, PageStoreDelay = 0;
  /// A load of bytes from two lines of so many bytes takes its port for a cycle
  /// more, and its value is there CrossingDelay cycles later. What registers
  /// point to counts as aligned. 0: it is a load as others.
  unsigned LineBytes = 0, CrossingDelay = 0;
  /// So many such loads go to their ports in a cycle at most; 0: all. Measured
  /// on a Granite Rapids (docs/granite-rapids.md): twelve take 12.8 cycles.
  unsigned Crossings = 0;
  /// A load that goes to its port in vain (Banks) can go again so many cycles
  /// later. 0: none does.
  unsigned LoadRetry = 0;
  /// With LoadRetry: of two loads of a cycle that read the same banks of
  /// different lines the younger one goes in vain if both lines are in the same
  /// way. Which way a line is in nobody knows; one in Ways such pairs is taken
  /// to be so, in turn. Lines stay where they are: only loads count of which
  /// one comes to another row in each iteration. What registers point to counts
  /// as aligned.
  CacheBanks Banks;
  /// Two addresses are the same only if base, index, scale and displacement are
  /// each the same, a register being followed only through copies and additions
  /// of constants, and not through push and pop, as in uiCA (uiCA-model,
  /// section 5); false: if they are the same number. For comparisons with uiCA.
  bool AddressesByParts = false;
};

} // namespace takt

#endif // TAKT_MODELS_MEMORYPIPES_H
