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
  LastCore.fill(None);
  LastWhole.fill(None);
}

StateWriter &History::begin(uint32_t Iteration) {
  Moment &A = Moments.emplace_back();
  A.At = M.Now;
  A.Iteration = Iteration;
  A.Next = M.NextUop;
  A.Oldest = M.OldestUop;
  A.NextFused = M.NextFused;
  A.OldestFused = M.OldestFused;
  A.FirstWord = Rest.words().size();
  Rest.resume(M.Now, Iteration);
  return Rest;
}

void History::endCore() {
  Moment &A = Moments.back();
  A.NumWords = A.CoreWords = Rest.words().size() - A.FirstWord;
  const uint64_t InFlight = uint64_t(A.Next - A.Oldest) << 48;
  A.CoreDigest =
      digest(M.scheduledDigest() ^ InFlight, A.FirstWord, A.CoreWords);
  A.Before = A.CoreBefore = None;
  // What had retired so long ago makes no difference.
  while (Behind + 1 != Moments.size() &&
         Moments[Behind + 1].At + 2 * Matters < A.At)
    ++Behind;
  const bool Any = Moments[Behind].At + 2 * Matters < A.At;
  A.Start = Any ? Moments[Behind].Oldest : First;
  A.StartFused = Any ? Moments[Behind].OldestFused : 0;
}

const History::Moment *History::findWhole() {
  Moment &A = Moments.back();
  A.NumWords = Rest.words().size() - A.FirstWord;
  A.Digest =
      digest(A.CoreDigest, A.FirstWord + A.CoreWords, A.NumWords - A.CoreWords);
  A.Before = std::exchange(LastWhole[A.Digest % Slots], Moments.size() - 1);
  unsigned Compared = 0;
  for (uint32_t I = A.Before; I != None && Compared != MostCompared;
       I = Moments[I].Before) {
    const Moment &B = Moments[I];
    if (B.Digest != A.Digest)
      continue;
    if (sameFront(B, A) && sameCore(B, A))
      return &B;
    ++Compared;
  }
  return nullptr;
}

const History::Moment *History::findCore(Cycle Since) {
  Moment &A = Moments.back();
  A.CoreBefore =
      std::exchange(LastCore[A.CoreDigest % Slots], Moments.size() - 1);
  unsigned Compared = 0;
  for (uint32_t I = A.CoreBefore;
       I != None && Moments[I].At >= Since && Compared != MostCompared;
       I = Moments[I].CoreBefore) {
    const Moment &B = Moments[I];
    if (B.CoreDigest != A.CoreDigest)
      continue;
    if (sameCore(B, A))
      return &B;
    ++Compared;
  }
  return nullptr;
}

/// Of \p Count words from \p From on, the last ones, and of \p Seed.
uint64_t History::digest(uint64_t Seed, uint32_t From, uint32_t Count) const {
  // Two chains of multiplications, for a processor does them side by side.
  constexpr uint64_t Odd = 0x9e3779b97f4a7c15u;
  const uint64_t *W = Rest.words().data() + From;
  uint64_t D = Seed * Odd;
  uint64_t E = Count;
  for (uint32_t Left = Count / 2; Left; --Left, W += 2) {
    D = (D ^ W[0]) * Odd;
    E = (E ^ W[1]) * Odd;
  }
  if (Count % 2)
    D = (D ^ *W) * Odd;
  D ^= E >> 32;
  return D ^ D >> 32;
}

/// Whether the core is now, at \p B, in the same state as at \p A.
bool History::sameCore(const Moment &A, const Moment &B) const {
  return A.Next - A.Oldest == B.Next - B.Oldest &&
         A.NextFused - A.OldestFused == B.NextFused - B.OldestFused &&
         A.CoreWords == B.CoreWords &&
         sameWords(A.FirstWord, B.FirstWord, A.CoreWords) && sameUops(A, B) &&
         sameKinds(A, B);
}

bool History::sameFront(const Moment &A, const Moment &B) const {
  return A.NumWords == B.NumWords && A.CoreWords == B.CoreWords &&
         sameWords(A.FirstWord + A.CoreWords, B.FirstWord + B.CoreWords,
                   A.NumWords - A.CoreWords);
}

bool History::sameWords(uint32_t From, uint32_t As, uint32_t Count) const {
  const uint64_t *Words = Rest.words().data();
  return std::equal(Words + From, Words + From + Count, Words + As);
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
  // At B there is one of which A has none: before the first.
  if (Count > A.NextFused)
    return false;
  return M.Kinds.areEqual(A.NextFused - Count, B.NextFused - Count, Count);
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
