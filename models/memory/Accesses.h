//===- Accesses.h - How addresses move and hang together --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the addresses of some iterations to MemoryAccess: which accesses are a
/// constant distance apart, and how far each one moves per iteration.
///
/// Two accesses are of one symbol if the difference of their addresses is the
/// same in all iterations and under all seeds. What is not known has 56 random
/// bits (RandomValues.h), so two addresses that do not come from the same
/// unknowns have the same difference under two seeds with a probability of
/// 2^-56 (one pair; 2^-37 for all pairs of a thousand accesses), however small
/// or large that difference is. A single seed would not do: two addresses that
/// stay where they are have a constant difference anyway.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_MEMORY_ACCESSES_H
#define TAKT_MODELS_MEMORY_ACCESSES_H

#include "AddressTrace.h"
#include "takt/models/MemoryFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace takt {

/// Holds of a site or a dependence what holds in so much of the iterations: a
/// counter of a few bits that overflows once is a counter nevertheless
/// (cesasme-staticdeps paper, section 3.4).
inline bool isUsual(uint64_t Times, uint64_t Of) {
  return Times != 0 && 5 * Times >= 4 * Of;
}

/// How the address of a site goes from iteration to iteration.
struct AccessPattern {
  /// There is an address in every iteration.
  bool Known = false;
  /// MemoryAccess::Symbol; a site that is not Known has one of its own.
  uint32_t Symbol = 0;
  /// Distance in bytes from the first site of the symbol.
  int64_t Offset = 0;
  /// MemoryAccess::Step.
  std::optional<int64_t> Step;
};

/// The patterns of \p NumSites sites. \p Traces are those of at least two
/// seeds, all of the same number of iterations, at least two.
std::vector<AccessPattern>
classifyAccesses(size_t NumSites, llvm::ArrayRef<AddressTrace> Traces);

/// What a compiler knows of distances between addresses, brought into traces:
/// moves the addresses of sites, always of all those of a symbol together, so
/// that they lie where MemoryFacts say.
class AccessTranslation {
public:
  /// \p Patterns are those of \p Sites before.
  AccessTranslation(llvm::ArrayRef<AccessSite> Sites,
                    llvm::ArrayRef<AccessPattern> Patterns,
                    const MemoryFacts &Facts);
  /// Nothing is to be done.
  bool empty() const { return Strides.empty() && Moves.empty(); }
  void apply(AddressTrace &T) const;

private:
  struct Groups;
  /// \c Sites move by what gives \c Site a constant \c Step.
  struct Stride {
    llvm::SmallVector<uint32_t, 4> Sites;
    uint32_t Site = 0;
    int64_t Step = 0;
  };
  /// \c Sites move by what brings \c Site to the address of \c Anchor plus
  /// \c Distance.
  struct Move {
    llvm::SmallVector<uint32_t, 4> Sites;
    uint32_t Anchor = 0, Site = 0;
    int64_t Distance = 0;
  };
  std::vector<Stride> Strides; ///< come first
  std::vector<Move> Moves;
};

/// The site of \p Sites that \p F is about; none: there is no such one, or
/// several.
std::optional<uint32_t> siteOf(const AccessFact &F,
                               llvm::ArrayRef<AccessSite> Sites);

} // namespace takt

#endif // TAKT_MODELS_MEMORY_ACCESSES_H
