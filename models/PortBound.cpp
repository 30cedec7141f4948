//===- PortBound.cpp - What the execution resources alone allow -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DensestSet.h"
#include "ResourceUses.h"
#include "takt/models/Bounds.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Above this many unions of port sets, cuts are faster. Real CPUs have a few
/// dozen.
static constexpr size_t UnionLimit = 512;

using DemandList = SmallVector<Demand, 16>;

/// Adds demands for the same set into one.
static void mergeEqual(DemandList &Demands) {
  llvm::sort(Demands, [](const Demand &A, const Demand &B) {
    return A.Resources < B.Resources;
  });
  auto Out = Demands.begin();
  for (const Demand &D : Demands) {
    if (Out != Demands.begin() && std::prev(Out)->Resources == D.Resources)
      std::prev(Out)->Cycles += D.Cycles;
    else
      *Out++ = D;
  }
  Demands.erase(Out, Demands.end());
}

/// Of the uses that \p Counts.
static DemandList
demandsOf(const Kernel &K,
          function_ref<bool(const Uop &, const ResourceUse &)> Counts) {
  // Kernels use few sets over and over: look for them at the front, and leave
  // the others to sorting.
  constexpr size_t Front = 32;
  DemandList Demands;
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses) {
        if (!Counts(U, Use))
          continue;
        Demand *End = Demands.begin() + std::min(Demands.size(), Front);
        Demand *Known =
            std::find_if(Demands.begin(), End, [&](const Demand &D) {
              return D.Resources == Use.Resources;
            });
        if (Known != End)
          Known->Cycles += Use.Cycles;
        else
          Demands.push_back({Use.Resources, Use.Cycles});
      }
  if (Demands.size() > Front)
    mergeEqual(Demands);
  return Demands;
}

/// Takes the demands that share resources with the last one, directly or
/// through others, out of \p Demands.
static DemandList takeConnected(DemandList &Demands) {
  ResourceMask Reach = Demands.back().Resources, Before;
  do {
    Before = Reach;
    for (const Demand &D : Demands)
      if (D.Resources & Reach)
        Reach |= D.Resources;
  } while (Reach != Before);
  auto *Split =
      std::partition(Demands.begin(), Demands.end(), [&](const Demand &D) {
        return (D.Resources & Reach) == 0;
      });
  DemandList Connected(Split, Demands.end());
  Demands.erase(Split, Demands.end());
  return Connected;
}

static DensestSet densestSet(ArrayRef<Demand> Demands) {
  if (std::optional<DensestSet> S = densestSetByUnions(Demands, UnionLimit))
    return *S;
  return densestSetByCuts(Demands);
}

// The most even assignment fills the densest set evenly: its own demands need
// all of it, so whatever else could run there runs elsewhere. What is left is
// the same question without these resources. Sets of unconnected demands are
// looked at one by one, which keeps the number of unions small.
static PortBound boundOf(DemandList All, const Cpu &C) {
  PortBound B;
  B.Load.resize(C.Resources.size());
  SmallVector<DemandList, 4> Work{std::move(All)};
  while (!Work.empty()) {
    if (Work.back().empty()) {
      Work.pop_back();
      continue;
    }
    DemandList Demands = takeConnected(Work.back());
    const DensestSet S = densestSet(Demands);
    if (S.Density > B.Cycles)
      B.Saturated = 0;
    B.Cycles = std::max(B.Cycles, S.Density);
    if (S.Density == B.Cycles)
      B.Saturated |= S.Resources;
    for (ResourceMask M = S.Resources; M; M &= M - 1)
      B.Load[llvm::countr_zero(M)] = S.Density;

    llvm::erase_if(Demands, [&](const Demand &D) {
      return (D.Resources & ~S.Resources) == 0;
    });
    for (Demand &D : Demands)
      D.Resources &= ~S.Resources;
    mergeEqual(Demands);
    Work.push_back(std::move(Demands));
  }
  return B;
}

// What is taken later is a port's result bus, which only some of those need
// that go to the port (ResourceUse::After): the ports alone are one bound, each
// kind of bus another one.
PortBound takt::portBound(const Kernel &K, const Cpu &C) {
  const auto Any = [](const ResourceUse &) { return true; };
  if (!asksForLater(K, Any) || !knowsFiles(K))
    return boundOf(
        demandsOf(K, [](const Uop &, const ResourceUse &) { return true; }), C);
  PortBound B =
      boundOf(demandsOf(K, [](const Uop &,
                              const ResourceUse &Use) { return !Use.After; }),
              C);
  for (bool OfFlags : {false, true}) {
    const auto OfThese = [&](const ResourceUse &Use) {
      return Use.OfFlags == OfFlags;
    };
    if (!asksForLater(K, OfThese))
      continue;
    ResourceUse Bus;
    Bus.OfFlags = OfFlags;
    PortBound Other =
        boundOf(demandsOf(K,
                          [&](const Uop &U, const ResourceUse &Use) {
                            return Use.After ? OfThese(Use)
                                             : resultsOf(K, U).needsBusOf(Bus);
                          }),
                C);
    if (Other.Cycles > B.Cycles)
      B = std::move(Other);
  }
  return B;
}
