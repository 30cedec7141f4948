//===- Bounds.h - Lower bounds on cycles per iteration ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bounds: what each part of the CPU alone needs per iteration. Each is a
/// free function usable alone, exact, in its own source file.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_BOUNDS_H
#define TAKT_MODELS_BOUNDS_H

#include "takt/models/Cpu.h"
#include "takt/models/Kernel.h"
#include "takt/models/Rational.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace takt {

/// What the execution resources alone allow.
struct PortBound {
  /// Cycles per iteration, ≥ 0.
  Rational Cycles;
  /// The resources that are busy in every one of these cycles (the set that
  /// attains the maximum; the union of all such sets). 0 for an empty kernel.
  ResourceMask Saturated = 0;
  /// Busy cycles per iteration of each resource (index as Cpu::Resources) in
  /// the assignment that is as even as possible (lexicographically least
  /// maximum).
  std::vector<Rational> Load;
};

/// The least cycles per iteration over all assignments of µops to ports:
/// max over resource sets S of (busy cycles that fit only within S) / |S|,
/// the conjunctive (dual) form of a disjunctive port mapping
/// (bastian-thesis section 2.1.2; the theorem there shows equality with the
/// best fractional assignment).
PortBound portBound(const Kernel &K, const Cpu &C);

/// Busy cycles per iteration that each instruction (first index, as
/// Kernel::Instrs) causes on each resource (second index, as Cpu::Resources) in
/// the assignment whose loads are \p B.Load, where \p B is portBound(K, C) for
/// any CPU. The instructions' shares of a resource add up to its load exactly.
/// Of the assignments with these loads, one that spreads every µop about evenly
/// over the resources it may use.
std::vector<std::vector<Rational>> portShares(const Kernel &K,
                                              const PortBound &B);

/// The longest path through the dependences of as many iterations as the
/// reorder buffer holds (bastian-thesis, section 6.1). No bound of the machine:
/// iterations beyond these are not looked at.
struct CriticalPath {
  /// Length / Copies, in cycles per iteration.
  Rational Cycles;
  /// Iterations, at least one; of UnknownReorderBuffer µops where the size of
  /// the reorder buffer is not known.
  unsigned Copies = 1;
  /// Cycles from the dispatch of its first µop to that of its last one.
  int64_t Length = 0;
};

/// Linear in the dependences of the iterations.
CriticalPath criticalPath(const Kernel &K, const Cpu &C);

/// What the front end alone allows.
struct FrontEndBound {
  /// Cycles per iteration, ≥ 0.
  Rational Cycles;
};

/// Of a front end of kind `linear`, fused-domain µops / width; of one of kind
/// `intel`, FrontEndLimits::Together. The simulation is never faster.
FrontEndBound frontEndBound(const Kernel &K, const Cpu &C);

/// Cycles per iteration that the cache alone needs to take the stores, where
/// the file says how it does (MemoryPipes::StoreBlock, PairedStoreReach): one
/// block after the other, or several in a cycle if they are near each other. At
/// most a cycle in 256 iterations too few. 0: nothing is stored, the buffer of
/// stores has no size, so that they hold up nobody, or the file does not say.
/// Measured on a Zen 4 (docs/zen4-memory.md).
Rational storeBound(const Kernel &K, const Cpu &C);

/// One step of a recurrence: µop \p Uop of instruction \p Instr produces \p
/// Loc, which the next step's µop reads \p Distance iterations later.
struct RecurrenceStep {
  uint32_t Instr = 0;
  uint32_t Uop = 0;
  LocationId Loc = 0;
  /// Cycles from this µop's dispatch to the next one's.
  int32_t Latency = 0;
  uint32_t Distance = 0;
  /// The value passes through memory (MemoryDependence) instead of Loc.
  bool ThroughMemory = false;
};

/// What the dependences alone allow.
struct DependenceBound {
  /// Cycles per iteration: the maximum cycle ratio latency / distance, ≥ 0.
  Rational Cycles;
  /// A simple cycle that attains it, in order of execution; empty if the kernel
  /// has no recurrence of positive latency.
  std::vector<RecurrenceStep> Witness;
};

/// The exact maximum cycle ratio of the kernel's dependence graph (see
/// DependenceGraph.h), 0 if that is negative.
DependenceBound dependenceBound(const Kernel &K);

/// Step \p N of \p B's recurrence in \p K, which leads through memory: how
/// people write the address that the load reads. Empty: not known.
llvm::StringRef memoryAddress(const DependenceBound &B, size_t N,
                              const Kernel &K);

/// The instructions of the recurrence in order of execution, as indices into
/// Kernel::Instrs; µops of one instruction in a row count once.
std::vector<uint32_t> recurrenceInstrs(const DependenceBound &B);

} // namespace takt

#endif // TAKT_MODELS_BOUNDS_H
