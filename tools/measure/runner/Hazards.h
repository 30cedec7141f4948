//===- Hazards.h - What addresses do to a measurement ---------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Judges the addresses of a traced run: whether the data stay in the
/// first-level cache, and what would be measured that another choice of
/// addresses would not show. Knows nothing of processes.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_TOOLS_MEASURE_RUNNER_HAZARDS_H
#define TAKT_TOOLS_MEASURE_RUNNER_HAZARDS_H

#include "Trace.h"
#include <set>
#include <tuple>

namespace takt {

/// The part of the first-level cache and its TLB that data may fill.
struct CacheLimits {
  /// Lines that have bits 6 to 11 of their addresses in common; less than there
  /// are, for the runner has data, too.
  unsigned Ways = 6;
  /// The smallest first-level data TLBs have 48 entries (Cortex-A72 32, with
  /// 1024 behind at a few cycles).
  unsigned Pages = 32;
};

/// Those of this machine, as far as it says; 8 ways of 4096 bytes if not.
CacheLimits hostCache();

/// A load that reads what a store wrote: the store's and the load's site, and
/// how many repetitions lie between.
using MemoryDependence = std::tuple<uint32_t, uint32_t, uint32_t>;

struct Hazards {
  std::set<MemoryDependence> Dependences;
  /// Shares of the repetitions in which a load has the low 12 bits of an
  /// earlier store elsewhere, and in which a line's end is crossed.
  double FourK = 0, Split = 0;
  /// A store over a multiple of 32 bytes, which costs on some CPUs.
  bool Store32 = false;
  /// New lines are still touched at the end of the run.
  bool Grows = false;
  /// Repetitions after which the cache is full; those of the run if it never
  /// is.
  uint64_t InCache = 0;
  /// Begins of the lines that are written to before the cache is full.
  std::vector<uint64_t> Written;
};

Hazards judge(const Job &J, const Trace &T, const CacheLimits &L);

/// What several assignments of addresses say together.
struct Verdict {
  /// Assignments that are fit to be measured; all if none is.
  std::vector<unsigned> Good;
  /// Ok, or why none is fit: Alias, FourK, Split, in this order.
  Status What = Status::Ok;
  /// Of the good ones.
  unsigned Flags = 0;
  /// Repetitions that stay in the cache; none: all.
  std::optional<uint64_t> Limit;
};

Verdict judgeAll(const std::vector<Hazards> &Each);

/// Share of repetitions up to which looking like an earlier store is a flag,
/// not a status.
constexpr double FewFourK = 0.05;

} // namespace takt

#endif // TAKT_TOOLS_MEASURE_RUNNER_HAZARDS_H
