//===- History.cpp - Whether a machine was in this state before -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

/// Moments with the same digest that are compared, the latest ones.
static constexpr unsigned MostCompared = 32;

size_t History::uopsOnRecord(size_t PerIteration) {
  // 1024 cycles of six µops, or a dozen iterations: about what a search for the
  // period looks at.
  return std::max<size_t>(6144, 12 * PerIteration);
}

History::History(const Core &M)
    : M(M), First(M.Times.size() + 1),
      Matters(M.P.Horizon + M.L.LateWindow + 2) {
  Moments.reserve(256);
  Last.fill(None);
}

bool History::wants(uint64_t Digest) {
  constexpr uint32_t Soon = 16, OneIn = 4;
  ++Checks;
  const uint32_t Before = std::exchange(Seen[Digest % Slots], Checks);
  // For what the digests do not find, by Brent's algorithm: moments at growing
  // distances.
  const bool Due = Checks == Next;
  if (Due)
    Next += (Next + 1) / 2;
  return Due || Digest / Slots % OneIn == 0 || Last[Digest % Slots] != None ||
         (Before && Checks - Before <= Soon);
}

StateWriter &History::begin(uint32_t Iteration, uint64_t Digest) {
  Moment A;
  A.At = M.Now;
  A.Iteration = Iteration;
  A.Next = M.NextUop;
  A.Oldest = M.OldestUop;
  A.NextFused = M.NextFused;
  A.OldestFused = M.OldestFused;
  A.FirstWord = Rest.words().size();
  A.Digest = Digest;
  Moments.push_back(A);
  Rest.resume(M.Now, Iteration);
  return Rest;
}

const History::Moment *History::end() {
  Moment &A = Moments.back();
  A.NumWords = Rest.words().size() - A.FirstWord;
  // What had retired so long ago makes no difference.
  while (Behind + 1 != Moments.size() &&
         Moments[Behind + 1].At + 2 * Matters < A.At)
    ++Behind;
  const bool Any = Moments[Behind].At + 2 * Matters < A.At;
  A.Start = Any ? Moments[Behind].Oldest : First;
  A.StartFused = Any ? Moments[Behind].OldestFused : 0;
  uint32_t &Head = Last[A.Digest % Slots];
  A.Before = Head;
  Head = Moments.size() - 1;
  unsigned Compared = 0;
  for (uint32_t I = A.Before; I != None && Compared != MostCompared;
       I = Moments[I].Before, ++Compared)
    if (same(Moments[I], A))
      return &Moments[I];
  return nullptr;
}

uint64_t History::latest() const {
  uint64_t D = M.NextUop - M.OldestUop;
  for (uint32_t Ago = 1; Ago <= 4; ++Ago)
    D = (D << 21 | D >> 43) ^ known(M.NextUop - Ago, M.NextUop, M.Now);
  return D;
}

/// Whether the machine is now, at \p B, in the same state as at \p A.
bool History::same(const Moment &A, const Moment &B) const {
  return A.Digest == B.Digest && A.Next - A.Oldest == B.Next - B.Oldest &&
         A.NextFused - A.OldestFused == B.NextFused - B.OldestFused &&
         sameRest(A, B) && sameUops(A, B) && sameKinds(A, B);
}

bool History::sameRest(const Moment &A, const Moment &B) const {
  return A.NumWords == B.NumWords &&
         std::equal(Rest.words().begin() + A.FirstWord,
                    Rest.words().begin() + A.FirstWord + A.NumWords,
                    Rest.words().begin() + B.FirstWord);
}

/// Whether the same µops were issued: positions in the kernel are equal, so the
/// forms of moves and the places of stack sync µops tell.
bool History::sameKinds(const Moment &A, const Moment &B) const {
  const uint32_t Count =
      std::max(A.NextFused - A.StartFused, B.NextFused - B.StartFused);
  if (B.NextFused - A.NextFused + Count > M.Kinds.size())
    return false; // no longer on record
  const auto Kind = [&](const Moment &At, uint32_t Ago) -> uint8_t {
    return Ago > At.NextFused ? 0 : M.Kinds[At.NextFused - Ago];
  };
  for (uint32_t Ago = 1; Ago <= Count; ++Ago)
    if (Kind(A, Ago) != Kind(B, Ago))
      return false;
  return true;
}

bool History::sameUops(const Moment &A, const Moment &B) const {
  const uint32_t Count = std::max(A.Next - A.Start, B.Next - B.Start);
  if (B.Next - A.Next + Count > M.Times.size())
    return false; // no longer on record
  for (uint32_t Ago = 1; Ago <= Count; ++Ago)
    if (known(A.Next - Ago, A.Next, A.At) != known(B.Next - Ago, B.Next, B.At))
      return false;
  return true;
}

/// All that makes a difference and was known in cycle \p At, when \p Next was
/// the next µop, of \p N.
uint64_t History::known(UopNumber N, UopNumber Next, Cycle At) const {
  if (N - First > Next - First)
    return 0; // there was none
  const UopTimes &T = M.Times[N];
  if (T.Known < At)
    return T.Settled + Matters > At ? T.Settled + Matters - At : 0;
  const Cycle Until = T.Earliest > At ? T.Earliest - At : 0;
  return uint64_t(1) << 63 | uint64_t(M.Ports[N]) << 32 | Until;
}

} // namespace takt::sim
