//===- HotLoops.h - Loops whose code is worth a change ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine loops of a function that -takt-guide=align and order look at.
/// Nothing here depends on debug information: the code must not either.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_HOTLOOPS_H
#define TAKT_PASSES_HOTLOOPS_H

#include <vector>

namespace llvm {
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;
} // namespace llvm

namespace takt {

class FactFinder;

struct HotLoop {
  const llvm::MachineLoop *L;
  /// Iterations in a call of the function; 1 where nothing tells.
  double Frequency;
};

/// True if \p MF is to be made fast: not optnone, optsize, minsize, cold, or
/// naked, nor compiled at -O0.
bool isToBeFast(const llvm::MachineFunction &MF);

/// The innermost loops that run at least once in a call of the function, in
/// preorder, without what is left over by vectors (for scalar code or for
/// narrower vectors) and by the unroller, which runs a few times behind the
/// loop that does the work. \p MBFI may be null.
std::vector<HotLoop> hotLoops(const llvm::MachineLoopInfo &MLI,
                              const llvm::MachineBlockFrequencyInfo *MBFI,
                              const FactFinder &Facts);

/// \p Hot with the loops of most iterations first, so that a budget is spent
/// where it gains most.
std::vector<HotLoop> hottestFirst(std::vector<HotLoop> Hot);

/// The instructions of \p MF that become code.
unsigned countInstrs(const llvm::MachineFunction &MF);

} // namespace takt

#endif // TAKT_PASSES_HOTLOOPS_H
