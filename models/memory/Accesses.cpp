//===- Accesses.cpp - How addresses move and hang together ------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace takt;

namespace {

/// The addresses of sites under several seeds.
class Classifier {
public:
  Classifier(size_t NumSites, ArrayRef<AddressTrace> Traces)
      : NumSites(NumSites), Iterations(iterationsOf(Traces)),
        First(Iterations > 2), Traces(Traces) {}

  std::vector<AccessPattern> run();

private:
  /// Those to look at: of what moves evenly two tell all.
  static uint32_t iterationsOf(ArrayRef<AddressTrace> Traces) {
    const bool Steady =
        all_of(Traces, [](const AddressTrace &T) { return T.Steady; });
    return std::min(Traces.front().Iterations, Steady ? 2 : ~0u);
  }
  const MaybeValue &at(const AddressTrace &T, uint32_t I, size_t Site) const {
    return T.Addresses[I * NumSites + Site];
  }
  bool isKnown(size_t Site) const;
  std::optional<int64_t> stepOf(size_t Site) const;
  uint64_t hashOf(size_t Site) const;
  bool haveSameShape(size_t A, size_t B) const;

  const size_t NumSites;
  const uint32_t Iterations;
  /// The iteration to begin with: in the first one registers still have what
  /// nothing tells that the loop itself puts there only later (`prev = p++`).
  const uint32_t First;
  const ArrayRef<AddressTrace> Traces;
};

} // namespace

bool Classifier::isKnown(size_t Site) const {
  for (const AddressTrace &T : Traces)
    for (uint32_t I = 0; I != Iterations; ++I)
      if (!at(T, I, Site).Known)
        return false;
  return true;
}

/// The usual difference from one iteration to the next: the only one that can
/// be it (Boyer and Moore's majority vote), counted.
std::optional<int64_t> Classifier::stepOf(size_t Site) const {
  uint64_t Candidate = 0, Votes = 0, Times = 0;
  const auto ForEach = [&](auto Do) {
    for (const AddressTrace &T : Traces)
      for (uint32_t I = First + 1; I != Iterations; ++I)
        Do(at(T, I, Site).Value - at(T, I - 1, Site).Value);
  };
  ForEach([&](uint64_t Step) {
    if (Votes == 0)
      Candidate = Step;
    Votes += Candidate == Step ? 1 : -1;
  });
  ForEach([&](uint64_t Step) { Times += Candidate == Step; });
  if (!isUsual(Times, Traces.size() * uint64_t(Iterations - 1 - First)))
    return std::nullopt;
  return static_cast<int64_t>(Candidate);
}

/// Equal for sites of the same shape: of where the first address goes.
uint64_t Classifier::hashOf(size_t Site) const {
  const uint64_t Begin = at(Traces.front(), First, Site).Value;
  uint64_t Hash = 0;
  for (const AddressTrace &T : Traces)
    for (uint32_t I = First; I != Iterations; ++I)
      Hash = (Hash ^ (at(T, I, Site).Value - Begin)) * 0x9e3779b97f4a7c15u;
  return Hash;
}

/// The difference of \p A and \p B is the same everywhere.
bool Classifier::haveSameShape(size_t A, size_t B) const {
  const uint64_t Difference =
      at(Traces.front(), First, A).Value - at(Traces.front(), First, B).Value;
  for (const AddressTrace &T : Traces)
    for (uint32_t I = First; I != Iterations; ++I)
      if (at(T, I, A).Value - at(T, I, B).Value != Difference)
        return false;
  return true;
}

std::vector<AccessPattern> Classifier::run() {
  std::vector<AccessPattern> Patterns(NumSites);
  // The first sites of the symbols by hash. Two keys are DenseMap's own.
  SmallDenseMap<uint64_t, SmallVector<uint32_t, 1>, 8> ByHash;
  uint32_t NumSymbols = 0;
  for (size_t Site = 0; Site != NumSites; ++Site) {
    AccessPattern &P = Patterns[Site];
    P.Known = isKnown(Site);
    P.Symbol = NumSymbols;
    if (!P.Known) {
      ++NumSymbols;
      continue;
    }
    SmallVector<uint32_t, 1> &Candidates = ByHash[hashOf(Site) >> 1];
    const uint32_t *Same = find_if(
        Candidates, [&](uint32_t Other) { return haveSameShape(Site, Other); });
    if (Same == Candidates.end()) {
      ++NumSymbols;
      Candidates.push_back(Site);
      P.Step = stepOf(Site);
      continue;
    }
    P.Symbol = Patterns[*Same].Symbol;
    P.Step = Patterns[*Same].Step;
    P.Offset = static_cast<int64_t>(at(Traces.front(), First, Site).Value -
                                    at(Traces.front(), First, *Same).Value);
  }
  return Patterns;
}

std::vector<AccessPattern>
takt::classifyAccesses(size_t NumSites, ArrayRef<AddressTrace> Traces) {
  return Classifier(NumSites, Traces).run();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

std::optional<uint32_t> takt::siteOf(const AccessFact &F,
                                     ArrayRef<AccessSite> Sites) {
  const auto Fits = [&](const AccessSite &S) {
    return S.Instr == F.Instr && (F.Store ? S.Store : S.Load);
  };
  const AccessSite *Found = find_if(Sites, Fits);
  if (Found == Sites.end() || std::any_of(Found + 1, Sites.end(), Fits))
    return std::nullopt;
  return Found - Sites.begin();
}

namespace {

/// A site with a known distance from a base.
struct Based {
  uint32_t Base, Site;
  int64_t Offset;
};

} // namespace

static std::vector<Based> basedSites(ArrayRef<AccessSite> Sites,
                                     const MemoryFacts &Facts) {
  std::vector<Based> All;
  for (const AccessFact &F : Facts.Accesses)
    if (F.Base)
      if (const std::optional<uint32_t> Site = siteOf(F, Sites))
        All.push_back({*F.Base, *Site, F.Offset});
  llvm::sort(All, [](const Based &A, const Based &B) {
    return std::tie(A.Base, A.Site) < std::tie(B.Base, B.Site);
  });
  return All;
}

/// Which sites move together; those of a symbol at first.
struct AccessTranslation::Groups {
  explicit Groups(ArrayRef<AccessPattern> Patterns);
  void merge(uint32_t From, uint32_t Into);

  std::vector<SmallVector<uint32_t, 4>> Sites;
  std::vector<uint32_t> Of; ///< by site
  /// Groups of which a step is known.
  BitVector Steady;
};

AccessTranslation::Groups::Groups(ArrayRef<AccessPattern> Patterns) {
  for (const AccessPattern &P : Patterns) {
    if (P.Symbol >= Sites.size()) {
      Sites.resize(P.Symbol + 1);
      Steady.resize(P.Symbol + 1);
    }
    Sites[P.Symbol].push_back(Of.size());
    Of.push_back(P.Symbol);
    Steady[P.Symbol] = P.Step.has_value();
  }
}

void AccessTranslation::Groups::merge(uint32_t From, uint32_t Into) {
  for (uint32_t Site : Sites[From])
    Of[Site] = Into;
  Sites[Into].append(Sites[From].begin(), Sites[From].end());
  Sites[From].clear();
}

AccessTranslation::AccessTranslation(ArrayRef<AccessSite> Sites,
                                     ArrayRef<AccessPattern> Patterns,
                                     const MemoryFacts &Facts) {
  Groups G(Patterns);
  for (const AccessFact &F : Facts.Accesses) {
    const std::optional<uint32_t> Site =
        F.Stride ? siteOf(F, Sites) : std::nullopt;
    if (!Site || !Patterns[*Site].Known || G.Steady[G.Of[*Site]])
      continue;
    G.Steady.set(G.Of[*Site]);
    Strides.push_back({G.Sites[G.Of[*Site]], *Site, *F.Stride});
  }
  const std::vector<Based> All = basedSites(Sites, Facts);
  for (ArrayRef<Based> Rest = All; !Rest.empty();) {
    const ArrayRef<Based> Same = Rest.take_while(
        [&](const Based &B) { return B.Base == Rest.front().Base; });
    Rest = Rest.drop_front(Same.size());
    // The others go to the one of which most is known.
    const auto Rank = [&](const Based &B) {
      return Patterns[B.Site].Known + G.Steady[G.Of[B.Site]];
    };
    const Based &Anchor = *std::max_element(
        Same.begin(), Same.end(),
        [&](const Based &A, const Based &B) { return Rank(A) < Rank(B); });
    if (!Patterns[Anchor.Site].Known)
      continue;
    for (const Based &B : Same) {
      if (G.Of[B.Site] == G.Of[Anchor.Site])
        continue;
      Moves.push_back({G.Sites[G.Of[B.Site]], Anchor.Site, B.Site,
                       B.Offset - Anchor.Offset});
      G.merge(G.Of[B.Site], G.Of[Anchor.Site]);
    }
  }
}

/// Moves \p Sites of an iteration, of which \p Site gets to \p Target.
static void moveTo(uint64_t Target, uint32_t Site, ArrayRef<uint32_t> Sites,
                   MaybeValue *At) {
  const uint64_t By = Target - At[Site].Value;
  for (uint32_t Other : Sites)
    if (At[Other].Known)
      At[Other].Value += By;
  At[Site] = {Target, true};
}

void AccessTranslation::apply(AddressTrace &T) const {
  const size_t NumSites = T.Addresses.size() / std::max(T.Iterations, 1u);
  T.Steady &= empty();
  for (const Stride &S : Strides) {
    const uint64_t First = T.Addresses[S.Site].Value;
    for (uint32_t I = 0; I != T.Iterations; ++I)
      moveTo(First + I * uint64_t(S.Step), S.Site, S.Sites,
             &T.Addresses[I * NumSites]);
  }
  for (const Move &M : Moves)
    for (uint32_t I = 0; I != T.Iterations; ++I) {
      MaybeValue *At = &T.Addresses[I * NumSites];
      if (At[M.Anchor].Known)
        moveTo(At[M.Anchor].Value + uint64_t(M.Distance), M.Site, M.Sites, At);
    }
}
