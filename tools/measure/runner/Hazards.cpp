//===- Hazards.cpp - What addresses do to a measurement -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hazards.h"
#include <algorithm>
#include <array>
#include <deque>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>

using namespace takt;

/// Sets that virtual addresses tell apart, whatever the cache has.
static constexpr uint64_t Sets = 64;
static constexpr uint64_t PageSize = 4096;

/// Repetitions, of the first, that are searched for dependences.
static constexpr uint32_t SearchedRepetitions = 256;

/// Stores that a load may look like: more than store queues hold (64 on Zen 4,
/// 112 on Golden Cove).
static constexpr size_t StoreQueue = 64;

/// Distance in repetitions beyond which a dependence delays nothing.
static constexpr uint32_t FarAway = 64;

/// Of so many ways: the list of lines to restore takes an eighth as many lines
/// as it names, and the runner has other data. Where a walk of stores had one
/// way less than all, lines of a 48 KiB cache were lost (1.22 cycles for
/// `mov [rsi], rax; add rsi, 64`; with a quarter left 1.00).
static unsigned dataWays(unsigned Ways) { return Ways - (Ways + 3) / 4; }

CacheLimits takt::hostCache() {
  CacheLimits L;
#ifdef _SC_LEVEL1_DCACHE_SIZE
  const long Size = sysconf(_SC_LEVEL1_DCACHE_SIZE);
  if (Size >= static_cast<long>(2 * PageSize))
    L.Ways = dataWays(static_cast<unsigned>(Size / long(PageSize)));
#endif
  return L;
}

namespace {

/// Counts lines and pages until one set or the TLB is full.
class Residence {
public:
  explicit Residence(const CacheLimits &L) : L(L) {}

  /// \returns false if it does not fit.
  bool touch(uint64_t Address, unsigned Size) {
    bool Fits = true;
    for (uint64_t Line = Address / LineSize;
         Line <= (Address + Size - 1) / LineSize; ++Line) {
      if (!Lines.insert(Line).second)
        continue;
      New = true;
      std::unordered_set<uint64_t> &Set = BySet[Line % Sets];
      Set.insert(Line);
      PagesSeen.insert(Line * LineSize / PageSize);
      Fits &= Set.size() <= L.Ways && PagesSeen.size() <= L.Pages;
    }
    return Fits;
  }

  /// A line was touched that had not been before; asked once.
  bool takeNew() { return std::exchange(New, false); }

private:
  const CacheLimits L;
  std::unordered_set<uint64_t> Lines, PagesSeen;
  std::array<std::unordered_set<uint64_t>, Sets> BySet;
  bool New = false;
};

/// Finds loads that meet stores.
class Meetings {
public:
  explicit Meetings(const Job &J) : J(J) {}

  void add(const Access &A) {
    const AccessSite &Site = J.Accesses[A.Site];
    if (Site.Load)
      load(A, Site);
    if (Site.Store)
      store(A, Site);
  }

  std::set<MemoryDependence> Dependences;
  std::unordered_set<uint32_t> FourK;

private:
  void load(const Access &A, const AccessSite &Site) {
    bool Met = false;
    for (unsigned B = 0; B != Site.Size; ++B) {
      const auto Found = LastStore.find(A.Address + B);
      if (Found == LastStore.end())
        continue;
      const uint32_t Distance = A.Repetition - Found->second.Repetition;
      Met = true;
      if (Distance <= FarAway)
        Dependences.insert({Found->second.Site, A.Site, Distance});
    }
    if (!Met && std::any_of(Queue.begin(), Queue.end(), [&](const Access &S) {
          return looksLike(A, Site.Size, S, J.Accesses[S.Site].Size);
        }))
      FourK.insert(A.Repetition);
  }

  void store(const Access &A, const AccessSite &Site) {
    for (unsigned B = 0; B != Site.Size; ++B)
      LastStore[A.Address + B] = A;
    Queue.push_back(A);
    if (Queue.size() > StoreQueue)
      Queue.pop_front();
  }

  /// The bytes overlap but for their pages.
  static bool looksLike(const Access &Load, unsigned LoadSize,
                        const Access &Store, unsigned StoreSize) {
    const uint64_t Behind = (Load.Address - Store.Address) % PageSize;
    return Behind < StoreSize || PageSize - Behind < LoadSize;
  }

  const Job &J;
  std::unordered_map<uint64_t, Access> LastStore;
  std::deque<Access> Queue;
};

} // namespace

static bool crosses(uint64_t Address, unsigned Size, uint64_t Boundary) {
  return Address / Boundary != (Address + Size - 1) / Boundary;
}

Hazards takt::judge(const Job &J, const Trace &T, const CacheLimits &L) {
  Hazards H;
  Residence Lines(L);
  Meetings Met(J);
  std::unordered_set<uint32_t> Split;
  std::set<uint64_t> Written;
  H.InCache = T.Repetitions;
  for (const Access &A : T.Accesses) {
    const AccessSite &Site = J.Accesses[A.Site];
    if (!Lines.touch(A.Address, Site.Size))
      H.InCache = std::min<uint64_t>(H.InCache, A.Repetition);
    if (Lines.takeNew() && A.Repetition >= T.Repetitions * 2 / 3)
      H.Grows = true;
    if (crosses(A.Address, Site.Size, LineSize))
      Split.insert(A.Repetition);
    H.Store32 |= Site.Store && crosses(A.Address, Site.Size, 32);
    // Lines that no run reaches are not restored: they would throw others out.
    if (Site.Store && A.Repetition < H.InCache) {
      Written.insert(A.Address / LineSize * LineSize);
      Written.insert((A.Address + Site.Size - 1) / LineSize * LineSize);
    }
    if (A.Repetition < SearchedRepetitions)
      Met.add(A);
  }
  const auto Repetitions =
      static_cast<double>(std::max<uint64_t>(T.Repetitions, 1));
  H.Split = static_cast<double>(Split.size()) / Repetitions;
  H.FourK = static_cast<double>(Met.FourK.size()) /
            std::min<double>(Repetitions, SearchedRepetitions);
  H.Dependences = std::move(Met.Dependences);
  H.Written.assign(Written.begin(), Written.end());
  return H;
}

//===----------------------------------------------------------------------===//
// All assignments together
//===----------------------------------------------------------------------===//

/// Dependences that every assignment has.
static std::set<MemoryDependence> common(const std::vector<Hazards> &Each) {
  std::set<MemoryDependence> All = Each.front().Dependences;
  for (const Hazards &H : Each)
    for (auto D = All.begin(); D != All.end();)
      D = H.Dependences.count(*D) ? std::next(D) : All.erase(D);
  return All;
}

/// Keeps those of \p V.Good that \p Fits holds for; if there are none, they
/// stay and the status says \p Else.
template <typename Predicate>
static void narrow(Verdict &V, Status Else, Predicate Fits) {
  std::vector<unsigned> Left;
  for (const unsigned A : V.Good)
    if (Fits(A))
      Left.push_back(A);
  if (!Left.empty())
    V.Good = std::move(Left);
  else if (V.What == Status::Ok)
    V.What = Else;
}

Verdict takt::judgeAll(const std::vector<Hazards> &Each) {
  Verdict V;
  for (unsigned A = 0; A != Each.size(); ++A)
    V.Good.push_back(A);
  const std::set<MemoryDependence> Always = common(Each);
  narrow(V, Status::Alias,
         [&](unsigned A) { return Each[A].Dependences == Always; });
  narrow(V, Status::FourK,
         [&](unsigned A) { return Each[A].FourK <= FewFourK; });
  narrow(V, Status::Split, [&](unsigned A) { return Each[A].Split == 0; });
  if (!Always.empty())
    V.Flags |= FlagMemoryDep;
  for (const unsigned A : V.Good) {
    const Hazards &H = Each[A];
    if (H.Grows)
      V.Flags |= FlagWalk;
    if (H.FourK > 0)
      V.Flags |= FlagFourK;
    if (H.Store32)
      V.Flags |= FlagStore32;
    if (H.Grows)
      V.Limit = std::min(V.Limit.value_or(H.InCache), H.InCache);
  }
  return V;
}
