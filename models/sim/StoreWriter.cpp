//===- StoreWriter.cpp - From the store buffer to the cache ---------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>

using namespace llvm;

namespace takt::sim {

StoreWriter::StoreWriter(const Program &P, const Limits &L, const Cpu &C)
    : P(P), L(L), M(C.Memory),
      Block(L.StoreWrites == Limits::Any ? 0 : C.Memory.StoreBlock) {
  if (!Block)
    return;
  const uint64_t Reach = M.PageBytes ? std::max(Block, M.LineBytes) : Block;
  for (const MemoryAccess *A : P.Stores)
    if (A && A->Step)
      Phases = std::lcm(Phases, Reach / std::gcd<uint64_t>(Reach, *A->Step));
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

/// Whether \p B is the same block as \p A.
bool StoreWriter::areTogether(const Place &A, const Place &B) const {
  const MemoryAccess &Of = *P.Stores[A.Store];
  return Of.Symbol == P.Stores[B.Store]->Symbol && A.Block == B.Block &&
         (Of.Step || A.Iteration == B.Iteration);
}

/// Whether \p At needs no wait of its own: its block waits already, or the
/// cache knows it. Such blocks then count as where their latest store is.
bool StoreWriter::joins(const Place &At) {
  const auto IsSame = [&](const Place &P) { return areTogether(P, At); };
  if (!M.KnownBlocks)
    return !Queue.empty() && IsSame(Queue.back());
  KnownBlock *const Same = findKnown(At);
  if (Same)
    Same->At = At;
  Place *const Waits = find_if(Queue, IsSame);
  if (Waits != Queue.end())
    *Waits = At;
  return Waits != Queue.end() || (Same && Same->Age == M.KnownAfter);
}

StoreWriter::KnownBlock *StoreWriter::findKnown(const Place &At) {
  KnownBlock *const Same = find_if(
      Known, [&](const KnownBlock &K) { return areTogether(K.At, At); });
  return Same == Known.end() ? nullptr : Same;
}

/// \p At comes to wait if there is room. \returns whether there was.
bool StoreWriter::enter(const Place &At) {
  if (Queue.size() == M.StoreBlockQueue)
    return false;
  Queue.push_back(At);
  if (M.KnownBlocks && !findKnown(At)) {
    if (Known.size() == M.KnownBlocks)
      Known.erase(Known.begin());
    Known.push_back({At});
  }
  return true;
}

/// Of a store over the end of a line, one in PageBytes / LineBytes is over that
/// of a page. Each pays its share, which is the same mean in shorter periods.
void StoreWriter::crossPage(const MemoryAccess &A, int64_t Start, int64_t End) {
  const int64_t Line = M.LineBytes;
  if (!M.PageBytes || !A.Step || *A.Step % M.PageBytes == 0 ||
      floorDiv(Start, Line) == floorDiv(End - 1, Line))
    return;
  PageDebt += M.PageStoreDelay * M.LineBytes;
  Stalled += PageDebt / M.PageBytes;
  PageDebt %= M.PageBytes;
}

/// The blocks \p First to \p Last of the next store come to the queue.
/// \returns false if not all find room.
bool StoreWriter::enterParts(int64_t First, int64_t Last) {
  for (;; ++Part) {
    const Place At = {Next, Iteration, Part, First + Part};
    if (!joins(At) && !enter(At))
      return false;
    if (At.Block == Last)
      break;
  }
  Part = 0;
  return true;
}

/// As many stores as there are ports for their data, or one that lies in more
/// than one block. Stores whose place the kernel does not say go with any.
unsigned StoreWriter::enterBlocks() {
  unsigned Left = 0;
  for (bool Alone = false; Waiting && Left != L.StoreWrites && !Alone; ++Left) {
    if (const MemoryAccess *A = P.Stores[Next]) {
      const int64_t Start =
          A->Offset + A->Step.value_or(0) * int64_t(Iteration);
      const int64_t End = Start + std::max<int64_t>(A->Size, 1);
      const int64_t First = floorDiv(Start, Block);
      const int64_t Last = floorDiv(End - 1, Block);
      Alone = First != Last;
      if ((Alone && Left) || !enterParts(First, Last))
        break;
      crossPage(*A, Start, End);
    }
    advance();
  }
  return Left;
}

unsigned StoreWriter::blockCycle() {
  if (Stalled) {
    --Stalled;
    return 0;
  }
  if (!Queue.empty())
    Queue.erase(Queue.begin()); // the oldest block is written
  return enterBlocks();
}

Rational StoreWriter::leastCycles(uint32_t Iterations) const {
  if (P.Stores.empty())
    return 0;
  StoreWriter Alone = *this;
  Alone.Waiting = std::numeric_limits<unsigned>::max();
  const auto run = [&Alone](uint32_t Count) {
    const uint32_t End = Alone.Iteration + Count;
    uint64_t Cycles = 0;
    for (; Alone.Iteration < End; ++Cycles)
      Alone.cycle();
    return Cycles;
  };
  run(1 + M.KnownBlocks); // those need no cycle once they are known
  // One cycle may belong to others.
  Iterations = std::max(2 * Phases, Iterations);
  return Rational(run(Iterations) - 1, Iterations);
}

void StoreWriter::state(StateWriter &W) const {
  W.word(uint64_t(Next) << 32 | Waiting);
  if (!Block)
    return;
  W.word(uint64_t(Iteration % Phases) << 32 | Part);
  W.word(uint64_t(Stalled) << 32 | PageDebt);
  const auto place = [&](const Place &At) {
    W.word(uint64_t(At.Store) << 32 | At.Part);
    W.iteration(At.Iteration);
  };
  W.word(uint64_t(Queue.size()) << 32 | Known.size());
  // Where the cache knows none only the youngest matters.
  for (const Place &At :
       M.KnownBlocks ? ArrayRef(Queue) : ArrayRef(Queue).take_back(1))
    place(At);
  for (const KnownBlock &K : Known) {
    place(K.At);
    W.word(K.Age);
  }
}

} // namespace takt::sim
