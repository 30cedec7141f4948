//===- BindingLimit.cpp - What binds where no bound is attained -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BindingLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace takt;

bool takt::isChainLong(const Prediction &P) {
  return P.Dependences.Cycles * Rational(2) >= P.Cycles;
}

const LimitCost &takt::bindingLimit(const Prediction &P) {
  const LimitCost &First = P.Costs.front();
  const auto Lone = llvm::find_if(P.Costs, [&](const LimitCost &L) {
    return L.What == Limit::LoneStores && L.Gain * Rational(2) >= First.Gain;
  });
  if (Lone != P.Costs.end())
    return *Lone;
  if (First.What != Limit::Dependences || isChainLong(P))
    return First;
  const auto Memory = llvm::find_if(P.Costs, [&](const LimitCost &L) {
    return L.What == Limit::MemoryDependences &&
           L.Gain * Rational(10) >= First.Gain * Rational(9);
  });
  return Memory == P.Costs.end() ? First : *Memory;
}

/// What ports and units that \p L is about have to do, or what the front end
/// needs at best; else 0. Without the limit that is gone too, so the cycles
/// that are left can be fewer than its best use would leave.
static Rational ownBound(const LimitCost &L, const Prediction &P) {
  if (L.What == Limit::FrontEnd)
    return P.FrontEnd.Cycles;
  Rational Most;
  for (ResourceMask M = L.Resources; M; M &= M - 1)
    Most = std::max(Most, P.Ports.Load[llvm::countr_zero(M)]);
  return Most;
}

bool takt::isMostlyBound(const LimitCost &L, const Prediction &P) {
  const Rational Own = ownBound(L, P);
  return Own > L.Without && Own * Rational(2) >= P.Cycles;
}

/// "the load of what was just stored at [rdi] (movl → movq)", of those that
/// \p Counts.
static std::string
storedLoadsText(const Kernel &K,
                llvm::function_ref<bool(const MemoryDependence &)> Counts) {
  const MemoryDependence *First = nullptr;
  SmallSet<uint32_t, 8> Loads;
  for (const MemoryDependence &M : K.MemoryDependences) {
    if (!Counts(M))
      continue;
    Loads.insert(M.Load);
    if (!First || M.Load < First->Load)
      First = &M;
  }
  if (!First)
    return "loads of what was just stored";
  const bool Several = Loads.size() > 1;
  std::string Text = Several ? utostr(Loads.size()) + " loads" : "the load";
  Text += " of what was just stored";
  const KernelInstr &Load = K.Instrs[First->Load];
  const auto Uop = llvm::find_if(Load.Uops, [](const takt::Uop &U) {
    return U.Kind == UopKind::Load && U.Access >= 0;
  });
  if (Uop != Load.Uops.end())
    if (StringRef Address = Load.Accesses[size_t(Uop->Access)].Address;
        !Address.empty())
      Text += (Several ? ", the first at " : " at ") + Address.str();
  return Text + " (" + K.Instrs[First->Store].Mnemonic + " → " + Load.Mnemonic +
         (First->Partial ? ", not forwarded)" : ")");
}

/// If there are some that cannot be forwarded only these, since they wait
/// longest.
static std::string waitingLoadsText(const Kernel &K) {
  const bool Partial = llvm::any_of(
      K.MemoryDependences, [](const MemoryDependence &M) { return M.Partial; });
  return storedLoadsText(
      K, [&](const MemoryDependence &M) { return bool(M.Partial) == Partial; });
}

/// "pause, which holds others up".
static std::string holdingUpText(const Kernel &K) {
  SetVector<StringRef> Names;
  for (const KernelInstr &I : K.Instrs)
    if (holdsUp(I))
      Names.insert(I.Mnemonic);
  return join(Names, " and ") + (Names.size() == 1 ? ", which holds others up"
                                                   : ", which hold others up");
}

/// "ports p2 and p3 (22.00 each; 14.00 more by the choice among them)": a limit
/// that is mostly its own bound.
static std::string mostlyBoundText(const LimitCost &L, const Prediction &P,
                                   const Cpu &C) {
  const Rational Own = ownBound(L, P);
  const std::string More = "; " + (P.Cycles - Own).str() + " more by ";
  if (L.What == Limit::FrontEnd)
    return "the front end (" + Own.str() + More + "gaps in its delivery)";
  // No others are that busy: without the limit they would hold the loop.
  const ResourceMask Busy = P.Ports.Saturated & L.Resources;
  std::string Text = resourcesText(Busy, C) + " (" + Own.str() +
                     (llvm::popcount(Busy) > 1 ? " each" : "") + More;
  if (L.What == Limit::Units || llvm::popcount(L.Resources) == 1)
    return Text + "bursts)";
  return Text + "the choice among " +
         (Busy == L.Resources ? "them" : resourcesText(L.Resources, C)) + ")";
}

/// What a limit is to a reader: "the choice among ports p0 and p6".
static std::string limitText(const LimitCost &L, const Prediction &P,
                             const Kernel &K, const Cpu &C) {
  switch (L.What) {
  case Limit::Ports:
    return (llvm::popcount(L.Resources) == 1 ? "bursts on "
                                             : "the choice among ") +
           resourcesText(L.Resources, C);
  case Limit::Units:
    return "bursts on " + resourcesText(L.Resources, C);
  case Limit::FrontEnd:
    return "gaps in the front end's delivery";
  case Limit::IssueWidth:
    return "the issue width of " + utostr(C.Fetch.Width);
  case Limit::Dependences:
    return isChainLong(P) ? "the " + chainText(P, K)
                          : "latencies within an iteration";
  case Limit::MemoryDependences:
    return waitingLoadsText(K);
  case Limit::Moves:
    return "register moves that are not eliminated";
  case Limit::Banks:
    return "loads from the same banks of the cache";
  case Limit::LoneStores:
    return "stores that leave one at a time beside " +
           storedLoadsText(
               K, [&](const MemoryDependence &M) { return K.isNamedLoad(M); });
  case Limit::Buffers:
    return "the size of the buffers";
  case Limit::Order:
    return holdingUpText(K);
  }
  llvm_unreachable("unknown limit");
}

/// Whether one of the limits is part of the other, and nothing new beside it.
static bool isSameCost(const LimitCost &A, const LimitCost &B,
                       const Prediction &P, const Cpu &C) {
  const auto Is = [&](Limit First, Limit Second) {
    return A.What == First && B.What == Second;
  };
  // Endless buffers take stores that never leave them, and stores leave one at
  // a time where the ports of addresses have too much to do.
  return Is(Limit::LoneStores, Limit::Buffers) ||
         (Is(Limit::LoneStores, Limit::Ports) &&
          (B.Resources & C.StoreAddressPorts)) ||
         Is(Limit::MemoryDependences, Limit::Dependences) ||
         (Is(Limit::Dependences, Limit::MemoryDependences) && isChainLong(P));
}

std::string takt::describeCosts(const Prediction &P, const Kernel &K,
                                const Cpu &C) {
  const LimitCost &First = bindingLimit(P);
  const auto Say = [&](const LimitCost &L) {
    if (isMostlyBound(L, P))
      return mostlyBoundText(L, P, C);
    std::string Text = limitText(L, P, K, C);
    // One pair of parentheses.
    const bool Open = StringRef(Text).ends_with(")");
    if (Open)
      Text.pop_back();
    // No choice or burst less gets below the work itself.
    return Text + (Open ? "; " : " (") +
           std::max(L.Without, ownBound(L, P)).str() + " without)";
  };
  std::string Text = "bound by " + Say(First);
  // A second one is worth a word if it gains at least half as much.
  for (const LimitCost &L : P.Costs) {
    if (L.Gain * Rational(2) < First.Gain || L.Gain < Noticeable * P.Cycles)
      break;
    if (&L != &First && !isSameCost(First, L, P, C))
      return Text + " and " + Say(L);
  }
  return Text;
}
