//===- CacheReads.cpp - What loads take of the cache ------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheReads.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;

namespace takt::sim {

CacheReads::CacheReads(const Program &P, const MemoryPipes &Pipes)
    : P(P), Delay(Pipes.LoadRetry), Ways(Pipes.Banks.Ways),
      Line(Pipes.LineBytes) {}

void CacheReads::beginCycle(Cycle Now) {
  erase_if(Reads, [&](const Reading &R) { return R.Until <= Now; });
  erase_if(Retries, [&](const Retrying &R) { return R.At <= Now; });
}

/// Whether load \p S and \p R want the same bank of lines that may be in the
/// same way. In the same line they never do each other harm.
bool CacheReads::meet(const SimUop &S, uint32_t Iteration,
                      const Reading &R) const {
  if (!R.Banks || !(S.Banks & R.Load->Banks) || !(S.Walks || R.Load->Walks))
    return false;
  const MemoryAccess &A = *P.access(S), &B = *P.access(*R.Load);
  if (A.Symbol != B.Symbol || A.Step != B.Step)
    return true;
  const int64_t Iterations = int64_t(Iteration) - int64_t(R.Iteration);
  return std::abs(A.Offset - B.Offset + *A.Step * Iterations) >= Line;
}

bool CacheReads::enter(const SimUop &S, uint32_t Iteration, bool Crosses,
                       Cycle Now) {
  bool Conflict = false;
  if (S.Banks)
    for (const Reading &R : Reads)
      if (meet(S, Iteration, R) && ++Met >= Ways) {
        Met = 0;
        Conflict = true;
      }
  Reads.push_back({&S, Iteration, Now + S.PortCycles + Crosses, !Conflict});
  return !Conflict;
}

Cycle CacheReads::again(UopNumber N, Cycle Now) {
  Retries.push_back({N, Now + Delay});
  return Now + Delay;
}

void CacheReads::state(StateWriter &W, Cycle Now, UopNumber Next) const {
  W.word(Met);
  for (const Reading &R : Reads)
    if (R.Until > Now) {
      W.word(R.Load - P.Uops.data());
      W.iteration(R.Iteration);
      W.word(uint64_t(R.Until - Now) << 1 | R.Banks);
    }
  W.word(~uint64_t(0));
  for (const Retrying &R : Retries)
    if (R.At > Now) {
      W.word(Next - R.Load);
      W.word(R.At - Now);
    }
}

} // namespace takt::sim
