//===- BankReads.h - How often a bank is read in a cycle --------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cache that is read by more loads in a cycle than each of its banks allows
/// (CacheBanks::Reads): the load that finds no read left waits, and a younger
/// one may go. docs/granite-rapids.md tells how that was found.
///
//===----------------------------------------------------------------------===//

#ifndef TAKT_MODELS_SIM_BANKREADS_H
#define TAKT_MODELS_SIM_BANKREADS_H

#include "Program.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace takt::sim {

class BankReads {
public:
  BankReads(const Program &P, const MemoryPipes &Pipes)
      : P(P), Of(Pipes.Banks), Read(P.HasBankReads ? Of.Reads : 0, 0) {}

  /// Whether any load may have to wait; else nothing of this is in use.
  bool inUse() const { return !Read.empty(); }
  void beginCycle() { std::fill(Read.begin(), Read.end(), 0); }

  /// µop \p S of iteration \p Iteration wants to go in this cycle. \returns
  /// whether all that it reads of the cache can be read.
  bool take(const SimUop &S, uint32_t Iteration) {
    if (S.Kind != UopKind::Load)
      return true;
    const uint64_t Banks = banks(S, Iteration);
    if (Banks & Read.back())
      return false;
    // Who has been read so often is read once more often.
    for (size_t Times = Read.size() - 1; Times; --Times)
      Read[Times] |= Read[Times - 1] & Banks;
    Read.front() |= Banks;
    return true;
  }

private:
  /// The banks that load \p S reads in iteration \p Iteration; none of a load
  /// that is elsewhere in each.
  uint64_t banks(const SimUop &S, uint32_t Iteration) const {
    const MemoryAccess *const A = P.access(S);
    return A && A->Step
               ? Of.banks(A->Offset + *A->Step * int64_t(Iteration), A->Size)
               : 0;
  }

  const Program &P;
  const CacheBanks &Of;
  /// Banks that were read in this cycle, those that were read twice, and so on.
  llvm::SmallVector<uint64_t, 4> Read;
};

} // namespace takt::sim

#endif // TAKT_MODELS_SIM_BANKREADS_H
