//===- StoreWriter.cpp - From the store buffer to the cache ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreWriter.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace takt::sim {

StoreWriter::StoreWriter(const Program &P, const Limits &L, const Cpu &C)
    : P(P), L(L),
      Block(L.StoreWrites == Limits::Any ? 0 : C.Memory.StoreBlock) {
  if (!Block)
    return;
  for (const MemoryAccess *A : P.Stores)
    if (A && A->Step)
      Phases = std::lcm(Phases, Block / std::gcd<uint64_t>(Block, *A->Step));
}

static int64_t floorDiv(int64_t Bytes, int64_t Block) {
  return divideFloorSigned(Bytes, Block);
}

void StoreWriter::advance() {
  --Waiting;
  if (++Next == P.Stores.size()) {
    Next = 0;
    ++Iteration;
  }
}

/// Several in a cycle only if each is near the one before.
unsigned StoreWriter::writePair() {
  const unsigned Most = std::min(Waiting, L.StoreWrites);
  unsigned Written = 0;
  for (bool Together = true; Written != Most && Together; ++Written) {
    Together = L.StoreWrites == Limits::Any || P.WrittenWithNext[Next];
    advance();
  }
  return Written;
}

/// Whether \p B is in the block that is being written for \p A.
bool StoreWriter::areTogether(const Place &A, const Place &B) {
  return A.Of->Symbol == B.Of->Symbol && A.Block == B.Block &&
         (A.Of->Step || A.Iteration == B.Iteration);
}

/// The cache takes one block: of all stores in a row that lie in it. What goes
/// beyond it is written in the cycles to come. Stores whose place the kernel
/// does not say go with any other.
unsigned StoreWriter::writeBlock() {
  unsigned Written = 0;
  for (Place Before; Waiting; advance(), ++Written) {
    const MemoryAccess *A = P.Stores[Next];
    if (!A)
      continue;
    const int64_t Start = A->Offset + A->Step.value_or(0) * int64_t(Iteration);
    const int64_t End = Start + std::max<int64_t>(A->Size, 1);
    const Place At = {A, Iteration, floorDiv(Start, Block) + Part};
    if (Before.Of && !areTogether(Before, At))
      break;
    if (At.Block < floorDiv(End - 1, Block)) {
      ++Part;
      break;
    }
    Part = 0;
    Before = At;
  }
  return Written;
}

void StoreWriter::state(StateWriter &W) const {
  W.word(uint64_t(Next) << 32 | Waiting);
  if (Block)
    W.word(uint64_t(Iteration % Phases) << 32 | Part);
}

} // namespace takt::sim
