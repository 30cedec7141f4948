//===- KernelMemory.cpp - What is known of a kernel's memory ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From traces to what the kernel says: accesses, dependences, orders.
///
//===----------------------------------------------------------------------===//

#include "Dependences.h"
#include "RandomValues.h"
#include "StoreForwarding.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Fused-domain µops in flight where the CPU's file does not say.
static constexpr unsigned DefaultReorderBuffer = 512;
/// Seeds that are tried at most. Two do unless an address is one of a few (a
/// table with a masked index), where each pair of seeds has hits in common.
static constexpr unsigned MostSeeds = 8;
/// Iterations beyond those in which a dependence can matter, so that those over
/// the longest distance are seen several times.
static constexpr uint32_t MoreIterations = 3;

namespace {

class KernelMemory {
public:
  KernelMemory(Kernel &K, ArrayRef<AccessSite> Sites, TraceSource Source,
               const Cpu &C, const MemoryOptions &O)
      : K(K), Sites(Sites), Source(Source), C(C), O(O) {}

  void run();

private:
  AddressTrace trace(uint64_t Seed) const;
  void classify();
  std::vector<int64_t> symbolStarts() const;
  BitVector sitesThatMeet() const;
  std::vector<SitePair> findPairs();
  void addDependences(ArrayRef<SitePair> Usual);
  void addDependence(const SitePair &P, bool Covered);
  void addOrder(const SitePair &P);

  Kernel &K;
  const ArrayRef<AccessSite> Sites;
  const TraceSource Source;
  const Cpu &C;
  const MemoryOptions &O;
  uint32_t Reach = 0;
  std::vector<AddressTrace> Traces;
  std::optional<AccessTranslation> Known;
  std::vector<AccessPattern> Patterns;
};

} // namespace

AddressTrace KernelMemory::trace(uint64_t Seed) const {
  AddressTrace T = Source(Reach + MoreIterations, Seed);
  if (Known)
    Known->apply(T);
  return T;
}

void KernelMemory::classify() {
  Traces.reserve(2);
  for (uint64_t Seed : {0, 1})
    Traces.push_back(trace(Seed));
  Patterns = classifyAccesses(Sites.size(), Traces);
  if (O.Facts) {
    Known.emplace(Sites, Patterns, *O.Facts);
    for (AddressTrace &T : Traces)
      Known->apply(T);
    if (!Known->empty())
      Patterns = classifyAccesses(Sites.size(), Traces);
  }
  const std::vector<int64_t> Starts = symbolStarts();
  for (auto [Site, P] : zip_equal(Sites, Patterns)) {
    MemoryAccess &A = K.Instrs[Site.Instr].Accesses[Site.Access];
    A.Symbol = P.Symbol;
    A.Offset = P.Offset + Starts[P.Symbol];
    A.Step = P.Step;
  }
}

/// Where the first site of each symbol lies if everything that is not known is
/// aligned; 0 where nothing depends on that.
std::vector<int64_t> KernelMemory::symbolStarts() const {
  std::vector<int64_t> Starts(Sites.size());
  if (!C.Memory.StoreBlock && !C.Memory.LineBytes && !C.Memory.WideForward)
    return Starts;
  const AddressTrace Aligned = Source(1, AlignedSeed);
  BitVector Seen(Sites.size());
  for (auto [P, Address] : zip_equal(Patterns, Aligned.Addresses)) {
    if (!Seen[P.Symbol] && Address.Known)
      Starts[P.Symbol] = Address.Value & ~randomBits(AlignedSeed);
    Seen.set(P.Symbol);
  }
  return Starts;
}

/// Sites that some store may meet. Two symbols with a step each never meet for
/// long: they are unrelated, or one overtakes the other.
BitVector KernelMemory::sitesThatMeet() const {
  BitVector Stored(Sites.size()), Used(Sites.size());
  bool Irregular = false;
  for (auto [Site, P] : zip_equal(Sites, Patterns))
    if (Site.Store) {
      Stored.set(P.Symbol);
      Irregular |= !P.Step;
    }
  for (auto [Index, P] : enumerate(Patterns))
    Used[Index] = P.Known && (Irregular || Stored[P.Symbol]);
  return Used;
}

static bool areSame(ArrayRef<SitePair> A, ArrayRef<SitePair> B) {
  return equal(A, B, [](const SitePair &X, const SitePair &Y) {
    return X.Kind == Y.Kind && X.First == Y.First && X.Second == Y.Second &&
           X.Distance == Y.Distance;
  });
}

std::vector<SitePair> KernelMemory::findPairs() {
  const BitVector Used = sitesThatMeet();
  if (Used.none())
    return {};
  PairCounter Counter(Sites, Reach);
  std::vector<SitePair> Last;
  for (unsigned Seed = 0; Seed != MostSeeds; ++Seed) {
    Counter.add(Seed < Traces.size() ? Traces[Seed] : trace(Seed), Used);
    std::vector<SitePair> Now = Counter.usual();
    const bool Stable = Seed != 0 && areSame(Now, Last);
    Last = std::move(Now);
    if (Stable)
      break;
  }
  return Last;
}

void KernelMemory::addDependence(const SitePair &P, bool Covered) {
  const AccessSite &From = Sites[P.First], &To = Sites[P.Second];
  if ((P.Distance == 0 && From.Instr >= To.Instr) ||
      !K.Instrs[From.Instr].hasUop(UopKind::StoreData) ||
      !K.Instrs[To.Instr].hasUop(UopKind::Load))
    return;
  MemoryDependence D;
  D.Store = From.Instr;
  D.Load = To.Instr;
  D.Distance = P.Distance;
  D.Partial = !Covered;
  // Where addresses are names, a register has the name of its lower half, too.
  const bool Start = C.Memory.RenamedByAddress || C.Memory.RenamedStart;
  const MemoryAccess &Store = K.Instrs[From.Instr].Accesses[From.Access];
  D.Renamed = Store.Renamed && 2 * (Start ? P.Within : P.Equal) > P.Times;
  setLatencies(D, K, C, Store, K.Instrs[To.Instr].Accesses[To.Access]);
  auto Same = [&](const MemoryDependence &Other) {
    return Other.Store == D.Store && Other.Load == D.Load &&
           Other.Distance == D.Distance;
  };
  // An instruction with several accesses: the slowest way counts.
  if (auto At = find_if(K.MemoryDependences, Same);
      At != K.MemoryDependences.end()) {
    if (D.Latency > At->Latency)
      *At = D;
    return;
  }
  K.MemoryDependences.push_back(D);
}

/// \p Usual are sorted by load.
void KernelMemory::addDependences(ArrayRef<SitePair> Usual) {
  const auto IsRead = [](const SitePair &P) {
    return P.Kind == SitePair::ReadAfterWrite;
  };
  for (ArrayRef<SitePair> Rest = Usual; !Rest.empty();) {
    const ArrayRef<SitePair> OfLoad = Rest.take_while([&](const SitePair &P) {
      return IsRead(P) && P.Second == Rest.front().Second;
    });
    if (OfLoad.empty()) {
      addOrder(Rest.front());
      Rest = Rest.drop_front();
      continue;
    }
    Rest = Rest.drop_front(OfLoad.size());
    // Bytes that come from stores, per execution of the load; without a size
    // the load is taken to lie within the store.
    const uint64_t Size = Sites[OfLoad.front().Second].Size;
    uint64_t Bytes = 0;
    for (const SitePair &P : OfLoad)
      Bytes += P.Bytes / P.Times;
    const bool Covered =
        !Size || (Bytes >= Size && OfLoad.size() <= C.Memory.ForwardStores);
    for (const SitePair &P : OfLoad)
      addDependence(P, Covered);
  }
}

void KernelMemory::addOrder(const SitePair &P) {
  MemoryOrder Order;
  Order.Kind = P.Kind == SitePair::WriteAfterWrite
                   ? MemoryOrder::WriteAfterWrite
                   : MemoryOrder::WriteAfterRead;
  Order.First = Sites[P.First].Instr;
  Order.Second = Sites[P.Second].Instr;
  Order.Distance = P.Distance;
  if (Order.Distance != 0 || Order.First < Order.Second)
    K.MemoryOrders.push_back(Order);
}

void KernelMemory::run() {
  if (none_of(Sites, [](const AccessSite &S) { return S.Store; })) {
    // Where the CPU does not care for lines, addresses make no difference.
    if (C.Memory.LineBytes && !Sites.empty())
      return classify();
    for (auto [Index, Site] : enumerate(Sites))
      K.Instrs[Site.Instr].Accesses[Site.Access].Symbol = Index;
    return;
  }
  const unsigned InFlight =
      C.ReorderBuffer ? C.ReorderBuffer : DefaultReorderBuffer;
  Reach = InFlight / std::max<uint64_t>(K.fusedUops(), 1) + 1;
  classify();
  if (!O.Dependences)
    return;
  const std::vector<SitePair> Usual = findPairs();
  addDependences(Usual);
  addPossibleDependences(K, Sites, Patterns, Usual, C, O);
}

void takt::findMemoryDependences(Kernel &K, ArrayRef<AccessSite> Sites,
                                 TraceSource Traces, const Cpu &C,
                                 const MemoryOptions &O) {
  KernelMemory(K, Sites, Traces, C, O).run();
}
