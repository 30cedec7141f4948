//===- EntryOverlap.h - Loops that begin before the last ends ---*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that waits for a chain of dependences leaves the core idle. If it is
/// entered again and again, and no entry needs what another one computes, the
/// core goes on to the next entry as far as it sees ahead: a short loop never
/// comes to its steady state. Measured on a Granite Rapids (docs/mlir.md).
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_PASSES_MLIR_ENTRYOVERLAP_H
#define TAKT_PASSES_MLIR_ENTRYOVERLAP_H

namespace takt {

struct Cpu;
struct Kernel;

/// Iterations of \p K that the core of \p C may be ahead of the oldest one that
/// still waits for its longest recurrence, of which it has \p Chains: as many
/// as the reorder buffer holds, and as the scheduler does of the µops that
/// wait. 0: not known, or there is no recurrence.
double iterationsAhead(const Kernel &K, const Cpu &C, unsigned Chains);

} // namespace takt

#endif // TAKT_PASSES_MLIR_ENTRYOVERLAP_H
