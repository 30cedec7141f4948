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
  // What most runs need.
  Moments.reserve(512);
  Rest.reserve(8192);
  Last.fill(None);
}

StateWriter &History::begin(uint32_t Iteration) {
  Moment A;
  A.At = M.Now;
  A.Iteration = Iteration;
  A.Next = M.NextUop;
  A.Oldest = M.OldestUop;
  A.NextFused = M.NextFused;
  A.OldestFused = M.OldestFused;
  A.FirstWord = Rest.words().size();
  Moments.push_back(A);
  Rest.resume(M.Now, Iteration);
  return Rest;
}

const History::Moment *History::end() {
  Moment &A = Moments.back();
  A.NumWords = Rest.words().size() - A.FirstWord;
  A.Digest = digest(A);
  // What had retired so long ago makes no difference.
  while (Behind + 1 != Moments.size() &&
         Moments[Behind + 1].At + 2 * Matters < A.At)
    ++Behind;
  const bool Any = Moments[Behind].At + 2 * Matters < A.At;
  A.Start = Any ? Moments[Behind].Oldest : First;
  A.StartFused = Any ? Moments[Behind].OldestFused : 0;
  uint32_t &Head = Last[A.Digest % Slots];
  A.Before = std::exchange(Head, Moments.size() - 1);
  unsigned Compared = 0;
  for (uint32_t I = A.Before; I != None && Compared != MostCompared;
       I = Moments[I].Before) {
    const Moment &B = Moments[I];
    if (B.Digest != A.Digest)
      continue;
    if (same(B, A))
      return &B;
    ++Compared;
  }
  return nullptr;
}

/// Of the words of \p A, which are the last ones, and of which µops wait.
uint64_t History::digest(const Moment &A) const {
  // Two chains of multiplications, for a processor does them side by side.
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15u;
  const uint64_t *W = Rest.words().data() + A.FirstWord;
  uint64_t D = (M.scheduledDigest() ^ uint64_t(A.Next - A.Oldest) << 48) * Odd;
  uint64_t E = A.NumWords;
  for (uint32_t Left = A.NumWords / 2; Left; --Left, W += 2) {
    D = (D ^ W[0]) * Odd;
    E = (E ^ W[1]) * Odd;
  }
  if (A.NumWords % 2)
    D = (D ^ *W) * Odd;
  D ^= E >> 32;
  return D ^ D >> 32;
}

/// Whether the machine is now, at \p B, in the same state as at \p A.
bool History::same(const Moment &A, const Moment &B) const {
  return A.Next - A.Oldest == B.Next - B.Oldest &&
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
  if (!M.P.HasKinds)
    return true;
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

/// Whether what became of the µops issued last, and was known, is the same.
bool History::sameUops(const Moment &A, const Moment &B) const {
  const uint32_t Count = std::max(A.Next - A.Start, B.Next - B.Start);
  if (B.Next - A.Next + Count > M.Times.size())
    return false; // no longer on record
  // Of which both moments have one: there is none before the first.
  const uint32_t Both = std::min(Count, A.Next - First);
  for (uint32_t Ago = 1; Ago <= Both; ++Ago)
    if (!sameUop(A.Next - Ago, A.At, B.Next - Ago, B.At))
      return false;
  for (uint32_t Ago = Both + 1; Ago <= std::min(Count, B.Next - First); ++Ago)
    if (!makesNoDifference(B.Next - Ago, B.At))
      return false;
  return true;
}

/// Whether all that makes a difference and was known of \p N in cycle \p At is
/// the same as of \p O in cycle \p Then.
bool History::sameUop(UopNumber N, Cycle At, UopNumber O, Cycle Then) const {
  const UopTimes &T = M.Times[N], &U = M.Times[O];
  const bool Known = T.Known < At;
  if (Known != (U.Known < Then))
    return false;
  if (Known)
    return U.Settled - T.Settled == Then - At ||
           (makesNoDifference(N, At) && makesNoDifference(O, Then));
  return T.Port == U.Port && (U.Earliest - T.Earliest == Then - At ||
                              (T.Earliest <= At && U.Earliest <= Then));
}

/// \p N is known to have settled too long before cycle \p At.
bool History::makesNoDifference(UopNumber N, Cycle At) const {
  const UopTimes &T = M.Times[N];
  return T.Known < At && T.Settled + Matters <= At;
}

} // namespace takt::sim
