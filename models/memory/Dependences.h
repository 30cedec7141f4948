//===- Dependences.h - Which accesses touch the same bytes ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the addresses of some iterations to dependences (source, destination,
/// Δk): last writer byte by byte, re-rolled, kept if usual (cesasme-staticdeps
/// paper, sections 3.3 and 3.4).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_DEPENDENCES_H
#define TAKT_MODELS_MEMORY_DEPENDENCES_H

#include "Accesses.h"
#include "LastAccesses.h"
#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/MemoryFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace takt {

/// Two sites of which the later one touches bytes that the earlier one was the
/// last to touch.
struct SitePair {
  enum PairKind : uint8_t { ReadAfterWrite, WriteAfterWrite, WriteAfterRead };
  PairKind Kind = ReadAfterWrite;
  uint32_t First = 0, Second = 0; ///< sites
  uint32_t Distance = 0;          ///< iterations between them
  /// In how many iterations, of all traces.
  uint32_t Times = 0;
  /// Bytes of First's that Second touched in all of these together.
  uint64_t Bytes = 0;
  /// In so many of these both start at the same byte and are equally long.
  uint32_t Equal = 0;
  /// In so many of these both start at the same byte and Second is no longer.
  uint32_t Within = 0;
};

/// Counts pairs in traces.
class PairCounter {
public:
  /// Pairs more than \p Reach iterations apart do not count.
  PairCounter(llvm::ArrayRef<AccessSite> Sites, uint32_t Reach)
      : Sites(Sites), Reach(Reach), Pairs(Sites.size()) {}

  /// Leaves out sites that meet nobody (not \p Used[site]).
  void add(const AddressTrace &T, const llvm::BitVector &Used);
  /// The pairs that occur in most of the iterations in which they could, in
  /// order of Second, Kind, First, Distance.
  std::vector<SitePair> usual() const;

private:
  struct Touched {
    uint32_t Access = 0; ///< number of an access
    uint32_t Bytes = 0;  ///< of the one at hand
  };
  static bool isSteady(const AddressTrace &T, const llvm::BitVector &Used);
  uint32_t iterationsToSee(const AddressTrace &T,
                           const llvm::BitVector &Used) const;
  uint32_t mostBetween(const AddressTrace &T, uint32_t A, uint32_t B) const;
  void read(uint32_t Access, uint64_t Address);
  void write(uint32_t Access, uint64_t Address);
  void count(SitePair::PairKind Kind, uint32_t Second);
  uint64_t addressOf(uint32_t Access) const;
  unsigned sizeOf(uint32_t Access) const;

  const llvm::ArrayRef<AccessSite> Sites;
  const uint32_t Reach;
  /// By Second.
  std::vector<llvm::SmallVector<SitePair, 2>> Pairs;
  uint64_t Iterations = 0, NumTraces = 0;
  // Of the trace at hand.
  const AddressTrace *Trace = nullptr;
  uint32_t Weight = 1; ///< iterations that the one at hand stands for
  LastAccesses Memory;
  llvm::SmallVector<Touched, 4> Found;
};

/// The dependences between accesses that nothing is known about, that do not
/// move past each other and that \p O.Facts do not keep apart: to \p
/// K.PossibleDependences, or, where O.Alias assumes them, to
/// K.MemoryDependences. \p Usual are the pairs that are known.
///
/// The distance is 0 if the store comes before the load in the iteration, else
/// 1. No dependence of the two can cost more: one of distance d says that
/// the load of iteration i + d waits for the store of iteration i, and since
/// iterations start in order, that holds back iteration i + d + 1 no less than
/// a dependence of distance d + 1 would.
void addPossibleDependences(Kernel &K, llvm::ArrayRef<AccessSite> Sites,
                            llvm::ArrayRef<AccessPattern> Patterns,
                            llvm::ArrayRef<SitePair> Usual, const Cpu &C,
                            const MemoryOptions &O);

/// Yields a trace of so many iterations for a seed.
using TraceSource =
    llvm::function_ref<AddressTrace(uint32_t Iterations, uint64_t Seed)>;

/// Fills in what \p K says of memory, but for sizes: Symbol, Offset and Step of
/// its accesses, MemoryDependences, PossibleDependences and MemoryOrders.
///
/// \p Sites are the accesses of \p K in program order. Enough iterations are
/// looked at to fill the reorder buffer and one more: nothing that was stored
/// longer ago is still in flight (cesasme-staticdeps paper, section 3.5).
/// Traces are made under different seeds until the dependences are the same
/// twice in a row, but at most so many times (MostSeeds); from all of them
/// together those are kept that occur in 80 % of the iterations.
void findMemoryDependences(Kernel &K, llvm::ArrayRef<AccessSite> Sites,
                           TraceSource Traces, const Cpu &C,
                           const MemoryOptions &O);

} // namespace takt

#endif // TAKT_MODELS_MEMORY_DEPENDENCES_H
