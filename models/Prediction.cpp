//===- Prediction.cpp - Cycles per iteration and what binds -----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BindingLimit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// A bound explains the cycles if it is no further off than this share of them;
/// below, the difference is what no reader could act on.
static const Rational Attained(995, 1000);

/// Sets P.BoundBy to the largest bound that explains the cycles, if any does.
static bool findBound(Prediction &P) {
  // In the order in which ties are decided.
  const std::pair<Binder, Rational> Bounds[] = {
      {Binder::Ports, P.Ports.Cycles},
      {Binder::FrontEnd, P.FrontEnd.Cycles},
      {Binder::Dependences, P.Dependences.Cycles}};
  Rational Largest;
  for (const auto &[B, Cycles] : Bounds)
    if (Cycles > Largest && Cycles >= Attained * P.Cycles) {
      Largest = Cycles;
      P.BoundBy = B;
    }
  P.Attained = P.BoundBy != Binder::None;
  return P.Attained;
}

/// The same of what the cache takes.
static bool areStoresBound(Prediction &P, const Kernel &K, const Cpu &C) {
  P.Stores = storeBound(K, C);
  P.Attained = P.Stores >= Attained * P.Cycles;
  if (P.Attained)
    P.BoundBy = Binder::Stores;
  return P.Attained;
}

/// The part of the front end that is as slow as all of it; the renamer first,
/// since a faster part in front of it gains nothing.
static Binder slowestPart(const FrontEndLimits &L) {
  const std::pair<Binder, std::optional<Rational>> Parts[] = {
      {Binder::IssueWidth, L.Issue},      {Binder::Predecoder, L.Predecode},
      {Binder::Decoders, L.Decode},       {Binder::Microcode, L.Microcode},
      {Binder::LoopStream, L.LoopStream}, {Binder::UopCache, L.UopCache},
      {Binder::Results, L.Results},       {Binder::Dispatch, L.Dispatch}};
  for (const auto &[B, Cycles] : Parts)
    if (Cycles && *Cycles >= L.Together)
      return B;
  return Binder::FrontEnd;
}

static Binder binderOf(const LimitCost &L, const Prediction &P) {
  const bool Bound = isMostlyBound(L, P);
  switch (L.What) {
  case Limit::Ports:
  case Limit::Units:
    return Bound ? Binder::Ports : Binder::Scheduling;
  case Limit::FrontEnd:
    return Bound ? Binder::FrontEnd : Binder::Delivery;
  case Limit::IssueWidth:
    return Binder::IssueWidth;
  case Limit::Dependences:
    return Binder::Latencies;
  case Limit::MemoryDependences:
    return Binder::Memory;
  case Limit::Moves:
    return Binder::Moves;
  case Limit::Banks:
    return Binder::Banks;
  case Limit::LoneStores:
    return Binder::LoneStores;
  case Limit::Buffers:
    return Binder::Buffers;
  case Limit::Order:
    return Binder::Order;
  }
  llvm_unreachable("unknown limit");
}

Rational takt::combinedCycles(const Prediction &P) {
  return std::max({P.FrontEnd.Cycles, P.Ports.Cycles, P.Path.Cycles});
}

static Prediction combine(const Kernel &K, const Cpu &C) {
  Prediction P;
  P.By = PredictorKind::Combined;
  P.Simulated.Exact = true;
  P.Parts = frontEndLimits(K, C);
  P.FrontEnd = {P.Parts.Together};
  P.Ports = portBound(K, C);
  P.Dependences = dependenceBound(K);
  P.Path = criticalPath(K, C);
  P.Cycles = combinedCycles(P);
  if (P.Cycles == Rational(0))
    return P;
  P.Attained = true;
  if (P.Cycles == P.Ports.Cycles)
    P.BoundBy = Binder::Ports;
  else if (P.Cycles == P.Path.Cycles)
    P.BoundBy = Binder::CriticalPath;
  else
    P.BoundBy = C.Fetch.Kind == FrontEndKind::Linear ? Binder::FrontEnd
                                                     : slowestPart(P.Parts);
  return P;
}

Prediction takt::predict(const Kernel &K, const Cpu &C, Detail D,
                         PredictorKind By) {
  if (By == PredictorKind::Combined)
    return combine(K, C);
  Prediction P;
  SimulationOptions O;
  if (D == Detail::Rough)
    O.Patience /= 2;
  const bool OnlyCycles = D == Detail::Rough || D == Detail::Cycles;
  P.Simulated = simulate(K, C, O);
  P.Cycles = P.Simulated.Cycles;
  if (OnlyCycles && P.Simulated.Exact)
    return P;
  P.Parts = frontEndLimits(K, C);
  P.FrontEnd = {P.Parts.Together};
  P.Ports = portBound(K, C);
  P.Dependences = dependenceBound(K);
  // A mean over a piece of a run may be below what the machine can do for long.
  if (!P.Simulated.Exact)
    P.Cycles = std::max(
        {P.Cycles, P.FrontEnd.Cycles, P.Ports.Cycles, P.Dependences.Cycles});
  if (OnlyCycles)
    return P;
  const bool Explained =
      P.Cycles == Rational(0) || findBound(P) || areStoresBound(P, K, C);
  if (D == Detail::Costs)
    P.Path = criticalPath(K, C);
  if (!Explained || D == Detail::Costs)
    P.Costs = sensitivity(K, C, P, /*OnlyFirst=*/D != Detail::Costs);
  if (!Explained)
    P.BoundBy = P.Costs.front().Gain >= Noticeable * P.Cycles
                    ? binderOf(bindingLimit(P), P)
                    : Binder::Several;
  if (P.BoundBy == Binder::FrontEnd && C.Fetch.Kind != FrontEndKind::Linear)
    P.BoundBy = slowestPart(P.Parts);
  return P;
}

//===----------------------------------------------------------------------===//
// Accesses that may meet
//===----------------------------------------------------------------------===//

/// Whether \p Cycles are many more than \p Before.
static bool areManyMore(const Rational &Cycles, const Rational &Before) {
  return Cycles >= Before + Rational(1, 4) &&
         Cycles >= Rational(11, 10) * Before;
}

std::optional<OverlapPrediction>
takt::predictOverlap(const Kernel &K, const Cpu &C, const Prediction &P,
                     ArrayRef<unsigned> GroupOf, bool Always) {
  if (K.PossibleDependences.empty())
    return std::nullopt;
  Kernel More = K;
  // Gives More one group of the possible dependences, or all.
  const auto Take = [&](std::optional<unsigned> Group) -> const Kernel & {
    More.MemoryDependences = K.MemoryDependences;
    for (size_t I = 0; I != GroupOf.size(); ++I)
      if (!Group || GroupOf[I] == *Group)
        More.MemoryDependences.push_back(K.PossibleDependences[I]);
    return More;
  };
  const auto Simulate = [&](const Kernel &With) {
    return std::max(P.Cycles, predict(With, C, Detail::Cycles, P.By).Cycles);
  };
  OverlapPrediction O;
  O.Matters = areManyMore(dependenceBound(Take(std::nullopt)).Cycles, P.Cycles);
  if (!O.Matters && !Always)
    return std::nullopt;
  O.Cycles = Simulate(More);
  if (!O.Matters)
    return O;
  const unsigned Groups = *std::max_element(GroupOf.begin(), GroupOf.end()) + 1;
  if (Groups == 1) {
    O.Group = 0;
    O.GroupCycles = O.Cycles;
    return O;
  }
  for (unsigned Group = 0; Group != Groups; ++Group) {
    const Rational Bound = dependenceBound(Take(Group)).Cycles;
    if (areManyMore(Bound, P.Cycles) && Bound > O.GroupCycles) {
      O.Group = Group;
      O.GroupCycles = Bound;
    }
  }
  if (O.Group)
    O.GroupCycles = Simulate(Take(O.Group));
  return O;
}
