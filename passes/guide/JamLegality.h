//===- JamLegality.h - Whether a nest may be jammed -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has to hold for LLVM's answer to be right. isSafeToUnrollAndJam asks
/// LLVM 19's dependence analysis of each two instructions, which compares
/// where accesses begin, not how far they reach, and never one with itself; and
/// which takes pointers to be the same in all iterations, steps not to be 0,
/// and counters not to wrap.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_GUIDE_JAMLEGALITY_H
#define TAKT_PASSES_GUIDE_JAMLEGALITY_H

namespace llvm {
class AAResults;
class DependenceInfo;
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace takt {

/// Instructions of a nest that read or write memory, at most, for it to be
/// jammed: each two of them are compared.
inline constexpr unsigned MostJamAccesses = 64;

/// \returns how many instructions of \p L read or write memory.
unsigned accessesIn(const llvm::Loop &L);

/// True if LLVM may unroll \p Outer, in loop-simplify form and with one loop in
/// it, and jam the copies of that. Of accesses that may meet in any two
/// iterations, one of them a store, each is an element: of one size, and an
/// affine multiple of it away from what both addresses start from, which does
/// not change in \p Outer.
bool mayUnrollAndJam(llvm::Loop &Outer, llvm::ScalarEvolution &SE,
                     llvm::DominatorTree &DT, llvm::LoopInfo &LI,
                     llvm::AAResults &AA, llvm::DependenceInfo &DI);

} // namespace takt

#endif // TAKT_PASSES_GUIDE_JAMLEGALITY_H
