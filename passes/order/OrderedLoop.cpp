//===- OrderedLoop.cpp - What orders of a loop cost -------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedLoop.h"
#include "takt/models/Bounds.h"
#include "takt/models/FrontEndLimits.h"
#include "takt/passes/Options.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace takt;

bool takt::dispatchDependsOnOrder(const Cpu &C) {
  return dispatchesInGroups(C.Fetch.Kind) ||
         any_of(C.Queues, [](const DispatchQueue &Q) { return Q.Width; }) ||
         (C.Rename.Ports != PortChoice::AtDispatch &&
          C.Rename.Ports != PortChoice::Uniform);
}

//===----------------------------------------------------------------------===//
// The judge
//===----------------------------------------------------------------------===//

static unsigned fusedPairs(const Kernel &K) {
  return count_if(K.Instrs, [](const KernelInstr &I) { return I.MacroFused; });
}

OrderedLoop::OrderedLoop(const OrderGraph &G, PathCode Path, MemoryFacts Facts,
                         KernelBuilder &Builder, WorkBudget &Budget)
    : G(G), P(std::move(Path)), Facts(std::move(Facts)), CodeOf(G.size()),
      Builder(Builder), Budget(Budget) {
  DenseMap<const MachineInstr *, unsigned> IndexOf;
  for (auto [Index, MI] : enumerate(P.Origin))
    IndexOf[MI] = Index;
  for (unsigned N = 0; N != G.size(); ++N)
    if (auto It = IndexOf.find(G[N].MI); It != IndexOf.end())
      CodeOf[N] = It->second;
}

std::optional<Kernel> OrderedLoop::kernelOf(ArrayRef<unsigned> Order) {
  std::vector<CodeInstr> Code;
  SmallVector<unsigned, 64> PlaceOf(P.Code.size(), 0);
  for (unsigned N : Order)
    if (CodeOf[N]) {
      PlaceOf[*CodeOf[N]] = Code.size();
      Code.push_back(P.Code[*CodeOf[N]]);
    }
  MemoryFacts Moved = Facts;
  for (AccessFact &F : Moved.Accesses)
    F.Instr = PlaceOf[F.Instr];
  MemoryOptions Memory;
  Memory.Dependences = options().MemoryDependences;
  Memory.Alias = options().Alias;
  Memory.Facts = &Moved;
  Budget.spendOnBuilding(Code.size());
  Expected<Kernel> Built =
      Builder.build(Code, Notion::Loop, InstrText::None, Memory);
  if (Built)
    return std::move(*Built);
  consumeError(Built.takeError());
  return std::nullopt;
}

bool OrderedLoop::predictOriginal() {
  NodeOrder Identity;
  for (unsigned N = 0; N != G.size(); ++N)
    Identity.push_back(N);
  std::optional<Kernel> Built = kernelOf(Identity);
  if (!Built)
    return false;
  K = std::move(*Built);
  // What binds would take a simulation for each limit.
  Original = predict(K, Builder.cpu(), Detail::Cycles);
  Original.Parts = frontEndLimits(K, Builder.cpu());
  Original.Ports = portBound(K, Builder.cpu());
  Original.Dependences = dependenceBound(K);
  Budget.spendOnSimulation(K, Original.Simulated.Cycles,
                           Original.Simulated.Simulated);
  Fused = fusedPairs(K);
  return true;
}

Binder OrderedLoop::boundBy() const {
  return predict(K, Builder.cpu(), Detail::Binder).BoundBy;
}

Rational OrderedLoop::floor() const {
  return std::max({Original.Ports.Cycles, Original.Dependences.Cycles,
                   Original.Parts.Issue,
                   Original.Parts.Results.value_or(Rational(0))});
}

std::optional<OrderCost> OrderedLoop::cost(ArrayRef<unsigned> Order,
                                           Rational Below) {
  const std::optional<Kernel> New = kernelOf(Order);
  // No machine behind it is faster than the front end.
  if (!New || frontEndBound(*New, Builder.cpu()).Cycles >= Below)
    return std::nullopt;
  const Prediction Predicted = predict(*New, Builder.cpu(), Detail::Cycles);
  Budget.spendOnSimulation(*New, Predicted.Simulated.Cycles,
                           Predicted.Simulated.Simulated);
  if (Predicted.Cycles >= Below)
    return std::nullopt;
  const unsigned Pairs = fusedPairs(*New);
  return OrderCost{Predicted.Cycles, Fused > Pairs ? Fused - Pairs : 0};
}

//===----------------------------------------------------------------------===//
// What list schedules go by
//===----------------------------------------------------------------------===//

/// The port that \p U is dispatched to, or what it may choose from; 0: none.
static ResourceMask portsOf(const Uop &U, const Cpu &C) {
  for (const ResourceUse &Use : U.Uses)
    if (C.Resources[countr_zero(Use.Resources)].IsPort)
      return Use.Resources;
  return 0;
}

/// Fills in \p Demand for all nodes.
DispatchLimits OrderedLoop::limits(std::vector<OrderDemand> &Demand) const {
  const Cpu &C = Builder.cpu();
  // Queues with a width, else sets of ports; of each set its ports take as many
  // µops as they are.
  SmallVector<ResourceMask, 8> Sets;
  DispatchLimits L;
  L.Width = C.Fetch.Width;
  for (const DispatchQueue &Q : C.Queues)
    if (Q.Width) {
      Sets.push_back(Q.Ports);
      L.QueueWidths.push_back(*Q.Width);
    }
  const bool Queues = !Sets.empty();
  const auto Count = [&](const Uop &U, OrderDemand &D) {
    const ResourceMask Ports = portsOf(U, C);
    if (!Ports)
      return;
    if (!Queues && !is_contained(Sets, Ports)) {
      Sets.push_back(Ports);
      L.QueueWidths.push_back(popcount(Ports));
    }
    for (auto [Queue, Set] : enumerate(Sets))
      if (Queues ? !(Ports & ~Set) : Ports == Set)
        D.Queues.push_back(Queue);
  };
  Demand.assign(G.size(), {});
  for (unsigned N = 0; N != G.size(); ++N)
    if (CodeOf[N]) {
      const KernelInstr &I = K.Instrs[*CodeOf[N]];
      Demand[N].Uops = I.FusedUops;
      for (const Uop &U : I.Uops)
        Count(U, Demand[N]);
    }
  if (C.Fetch.Results) {
    for (unsigned N = 0; N != G.size(); ++N)
      if (CodeOf[N])
        Demand[N].Queues.append(K.Instrs[*CodeOf[N]].Results,
                                L.QueueWidths.size());
    L.QueueWidths.push_back(C.Fetch.Results);
  }
  return L;
}

FoundOrder OrderedLoop::search() {
  std::vector<OrderDemand> Demand;
  const DispatchLimits L = limits(Demand);
  return searchOrder(G, *this, {Original.Cycles, 0}, floor(), Demand, L);
}
