//===- PossibleDependences.cpp - Accesses nobody knows about ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"
#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace takt;

/// Pairs of loads and stores that are looked at one by one. Beyond, only the
/// nearest store counts among so many in front of each load, so that the time
/// does not grow with the square of the kernel.
static constexpr uint64_t MostPairs = 4096;
static constexpr size_t MostStores = 32;

namespace {

class PossibleFinder {
public:
  PossibleFinder(Kernel &K, ArrayRef<AccessSite> Sites,
                 ArrayRef<AccessPattern> Patterns, ArrayRef<SitePair> Usual,
                 const Cpu &C, const MemoryOptions &O)
      : K(K), Sites(Sites), Patterns(Patterns), Usual(Usual), C(C), O(O) {}

  void run();

private:
  void indexFacts();
  void ofLoad(uint32_t Load, ArrayRef<uint32_t> Stores);
  std::optional<uint32_t> distance(uint32_t Store, uint32_t Load) const;
  bool areApart(uint32_t Store, uint32_t Load) const;
  bool isHidden(uint32_t Store, uint32_t Distance,
                ArrayRef<SitePair> OfLoad) const;

  Kernel &K;
  const ArrayRef<AccessSite> Sites;
  const ArrayRef<AccessPattern> Patterns;
  const ArrayRef<SitePair> Usual;
  const Cpu &C;
  const MemoryOptions &O;
  /// Indices into MemoryFacts::Accesses by site.
  std::vector<SmallVector<uint32_t, 1>> FactsOf;
  bool OnlyNearest = false;
};

} // namespace

void PossibleFinder::indexFacts() {
  FactsOf.resize(Sites.size());
  if (!O.Facts)
    return;
  for (auto [Index, F] : enumerate(O.Facts->Accesses))
    if (const std::optional<uint32_t> Site = siteOf(F, Sites))
      FactsOf[*Site].push_back(Index);
}

/// The facts say that these never meet. An access may have several of them
/// (two accesses of the source that became one); all must say so. Of what loads
/// and stores in one, only the half in question counts.
bool PossibleFinder::areApart(uint32_t Store, uint32_t Load) const {
  if (!O.Facts)
    return false;
  bool Any = false;
  for (const uint32_t S : FactsOf[Store])
    for (const uint32_t L : FactsOf[Load]) {
      if (!O.Facts->Accesses[S].Store || O.Facts->Accesses[L].Store)
        continue;
      if (!O.Facts->Apart.contains({std::min(S, L), std::max(S, L)}))
        return false;
      Any = true;
    }
  return Any;
}

/// The least distance at which it is not known whether \p Load reads what
/// \p Store wrote in iteration after iteration; none: it is known at all.
std::optional<uint32_t> PossibleFinder::distance(uint32_t Store,
                                                 uint32_t Load) const {
  const AccessPattern &S = Patterns[Store], &L = Patterns[Load];
  const bool SameSymbol = S.Known && L.Known && S.Symbol == L.Symbol;
  if (SameSymbol && S.Step)
    return std::nullopt;
  // They pass each other once, and whatever meets then is soon far behind.
  if (S.Step && L.Step && *S.Step != *L.Step)
    return std::nullopt;
  // Those of a symbol without step are known within an iteration.
  return SameSymbol || Sites[Store].Instr >= Sites[Load].Instr ? 1 : 0;
}

/// A later store, which is known, writes all that the load reads.
bool PossibleFinder::isHidden(uint32_t Store, uint32_t Distance,
                              ArrayRef<SitePair> OfLoad) const {
  return any_of(OfLoad, [&](const SitePair &P) {
    const bool Whole =
        P.Bytes >=
        uint64_t(std::max<unsigned>(Sites[P.Second].Size, 1)) * P.Times;
    return Whole && (P.Distance < Distance ||
                     (P.Distance == Distance && P.First > Store));
  });
}

void PossibleFinder::ofLoad(uint32_t Load, ArrayRef<uint32_t> Stores) {
  const auto IsOfLoad = [&](const SitePair &P) {
    return P.Second == Load && P.Kind == SitePair::ReadAfterWrite;
  };
  const SitePair *First = partition_point(
      Usual, [&](const SitePair &P) { return P.Second < Load; });
  const ArrayRef<SitePair> OfLoad =
      ArrayRef(First, Usual.end()).take_while(IsOfLoad);
  // From the store in front of the load backwards, round the loop.
  const size_t Before =
      partition_point(Stores, [&](uint32_t S) { return S < Load; }) -
      Stores.begin();
  const size_t Most = OnlyNearest ? MostStores : Stores.size();
  for (size_t N = 0; N != std::min(Stores.size(), Most); ++N) {
    const uint32_t Store =
        Stores[(Before + Stores.size() - 1 - N) % Stores.size()];
    const std::optional<uint32_t> Distance = distance(Store, Load);
    if (!Distance ||
        any_of(OfLoad, [&](const SitePair &P) { return P.First == Store; }) ||
        isHidden(Store, *Distance, OfLoad) ||
        (O.Alias != AliasAssumption::All && areApart(Store, Load)))
      continue;
    MemoryDependence D;
    const AccessSite &From = Sites[Store], &To = Sites[Load];
    D.Store = From.Instr;
    D.Load = To.Instr;
    D.Distance = *Distance;
    setLatencies(D, K, C, K.Instrs[From.Instr].Accesses[From.Access],
                 K.Instrs[To.Instr].Accesses[To.Access]);
    (O.Alias == AliasAssumption::None ? K.PossibleDependences
                                      : K.MemoryDependences)
        .push_back(D);
    if (OnlyNearest)
      return;
  }
}

void PossibleFinder::run() {
  SmallVector<uint32_t, 16> Loads, Stores;
  for (auto [Index, Site] : enumerate(Sites)) {
    const KernelInstr &I = K.Instrs[Site.Instr];
    if (Site.Load && I.hasUop(UopKind::Load))
      Loads.push_back(Index);
    if (Site.Store && I.hasUop(UopKind::StoreData))
      Stores.push_back(Index);
  }
  OnlyNearest = uint64_t(Loads.size()) * Stores.size() > MostPairs;
  indexFacts();
  for (uint32_t Load : Loads)
    ofLoad(Load, Stores);
}

void takt::addPossibleDependences(Kernel &K, ArrayRef<AccessSite> Sites,
                                  ArrayRef<AccessPattern> Patterns,
                                  ArrayRef<SitePair> Usual, const Cpu &C,
                                  const MemoryOptions &O) {
  PossibleFinder(K, Sites, Patterns, Usual, C, O).run();
}
