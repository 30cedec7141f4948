//===- Sensitivity.cpp - What each limit costs ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Sensitivity.h"
#include "takt/models/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace takt;

StringRef takt::limitName(Limit L) {
  switch (L) {
  case Limit::Ports:
    return "ports";
  case Limit::Units:
    return "units";
  case Limit::FrontEnd:
    return "front end";
  case Limit::IssueWidth:
    return "issue width";
  case Limit::Dependences:
    return "dependences";
  case Limit::MemoryDependences:
    return "memory dependences";
  case Limit::Moves:
    return "moves";
  case Limit::Banks:
    return "banks";
  case Limit::LoneStores:
    return "lone stores";
  case Limit::Buffers:
    return "buffers";
  case Limit::Order:
    return "order";
  }
  llvm_unreachable("unknown limit");
}

bool takt::holdsUp(const KernelInstr &I) {
  return I.Order != Ordering::None || I.RepeatCycles;
}

/// Cycles to look for a period; a mean over half of them is good enough for
/// what would be.
static constexpr uint64_t Budget = 1000, Patience = 500;

namespace {

/// Relaxed simulations of one kernel.
class Relaxations {
public:
  Relaxations(const Kernel &K, const Cpu &C, const Prediction &P)
      : K(K), C(C), P(P) {}

  std::vector<LimitCost> run(bool OnlyFirst);

private:
  struct Candidate {
    LimitCost Cost;
    Relaxation Without;
    /// The largest bound that holds without the limit too.
    Rational StillBound;
  };
  void addResources();
  void addAll();
  void add(Limit What, const Relaxation &Without, Rational StillBound,
           ResourceMask Resources = 0);
  bool wasMet(const Relaxation &Without) const;
  void simulateOne(Candidate &Candidate) const;
  Rational portsWithout(ResourceMask Relaxed) const;

  const Kernel &K;
  const Cpu &C;
  const Prediction &P;
  SmallVector<Candidate, 12> Candidates;
};

} // namespace

/// The port bound of everything that is not in \p Relaxed, which shares no µop
/// with the rest.
Rational Relaxations::portsWithout(ResourceMask Relaxed) const {
  Rational Most;
  for (const auto &[R, Load] : enumerate(P.Ports.Load))
    if (!(Relaxed >> R & 1))
      Most = std::max(Most, Load);
  return Most;
}

void Relaxations::add(Limit What, const Relaxation &Without,
                      Rational StillBound, ResourceMask Resources) {
  Candidates.push_back(
      {{What, Resources, P.Cycles, Rational(0)}, Without, StillBound});
}

/// Whether something that \p Without takes away was in the way of the
/// prediction's run: else that run would be the same without it.
bool Relaxations::wasMet(const Relaxation &Without) const {
  const LimitsMet &Met = P.Simulated.Met;
  return Without.IssueWidth || Without.Dependences || Without.Order ||
         (Without.FrontEnd && Met.FrontEnd) ||
         (Without.Resources & Met.Resources) || (Without.Moves && Met.Moves) ||
         (Without.Banks && Met.Banks) ||
         (Without.LoneStores && Met.LoneStores) ||
         (Without.Buffers && Met.Buffers) ||
         (Without.MemoryDependences && !K.MemoryDependences.empty());
}

void Relaxations::simulateOne(Candidate &Candidate) const {
  if (Candidate.StillBound >= P.Cycles || !wasMet(Candidate.Without))
    return;
  SimulationOptions O;
  O.MaxCycles = Budget;
  O.Patience = Patience;
  O.Without = Candidate.Without;
  // A part that is rid of a limit can get in the way of another one: a port is
  // chosen without knowing the future. That is no gain. And a mean over a piece
  // of a run may be below what the other limits allow for long.
  LimitCost &Cost = Candidate.Cost;
  Cost.Without =
      std::clamp(simulate(K, C, O).Cycles, Candidate.StillBound, P.Cycles);
  Cost.Gain = P.Cycles - Cost.Without;
}

SmallVector<ResourceMask, 8> takt::resourceGroups(const Kernel &K) {
  SmallVector<ResourceMask, 8> Groups;
  for (const KernelInstr &I : K.Instrs)
    for (const Uop &U : I.Uops)
      for (const ResourceUse &Use : U.Uses) {
        ResourceMask Group = Use.Resources;
        llvm::erase_if(Groups, [&](ResourceMask G) {
          const bool Shared = G & Group;
          Group |= Shared ? G : 0;
          return Shared;
        });
        Groups.push_back(Group);
      }
  llvm::sort(Groups, [](ResourceMask A, ResourceMask B) {
    return llvm::countr_zero(A) < llvm::countr_zero(B);
  });
  return Groups;
}

/// Ports that share µops with each other are a group; each unit is one too.
void Relaxations::addResources() {
  for (const ResourceMask Group : resourceGroups(K)) {
    Relaxation Without;
    Without.Resources = Group;
    const bool Port = C.Resources[llvm::countr_zero(Group)].IsPort;
    add(Port ? Limit::Ports : Limit::Units, Without,
        std::max(
            {P.FrontEnd.Cycles, P.Dependences.Cycles, portsWithout(Group)}),
        Group);
  }
}

void Relaxations::addAll() {
  const Rational FrontEnd = P.FrontEnd.Cycles, Ports = P.Ports.Cycles,
                 Dependences = P.Dependences.Cycles;
  const auto Is = [](auto Field) {
    Relaxation R;
    R.*Field = true;
    return R;
  };
  addResources();
  add(Limit::FrontEnd, Is(&Relaxation::FrontEnd),
      std::max({Ports, Dependences, P.Parts.Issue}));
  add(Limit::IssueWidth, Is(&Relaxation::IssueWidth),
      std::max(Ports, Dependences));
  add(Limit::Dependences, Is(&Relaxation::Dependences),
      std::max(FrontEnd, Ports));
  const auto Has = [&](UopKind Kind) {
    return llvm::any_of(K.Instrs,
                        [&](const KernelInstr &I) { return I.hasUop(Kind); });
  };
  if (Has(UopKind::Load) && Has(UopKind::StoreData))
    add(Limit::MemoryDependences, Is(&Relaxation::MemoryDependences),
        std::max(FrontEnd, Ports));
  if (llvm::any_of(K.Instrs, [](const KernelInstr &I) {
        return I.Move != MoveKind::None;
      }))
    add(Limit::Moves, Is(&Relaxation::Moves),
        std::max({FrontEnd, Ports, Dependences}));
  if (C.Memory.Banks.Bytes && Has(UopKind::Load))
    add(Limit::Banks, Is(&Relaxation::Banks),
        std::max({FrontEnd, Ports, Dependences}));
  if (P.Simulated.Met.LoneStores)
    add(Limit::LoneStores, Is(&Relaxation::LoneStores),
        std::max({FrontEnd, Ports, Dependences}));
  add(Limit::Buffers, Is(&Relaxation::Buffers),
      std::max({FrontEnd, Ports, Dependences}));
  if (llvm::any_of(K.Instrs, holdsUp))
    add(Limit::Order, Is(&Relaxation::Order),
        std::max({FrontEnd, Ports, Dependences}));
}

std::vector<LimitCost> Relaxations::run(bool OnlyFirst) {
  addAll();
  // Those that could gain most first, so that the rest can be left out early.
  llvm::sort(Candidates, [](const Candidate &A, const Candidate &B) {
    return std::tie(A.StillBound, A.Cost.What, A.Cost.Resources) <
           std::tie(B.StillBound, B.Cost.What, B.Cost.Resources);
  });
  std::vector<LimitCost> Costs;
  Rational Most;
  const Rational Little = Noticeable * P.Cycles;
  for (Candidate &Candidate : Candidates) {
    const Rational Hope = P.Cycles - Candidate.StillBound;
    if (OnlyFirst && !Costs.empty() &&
        (Hope * Rational(2) < Most || Hope < Little))
      break;
    simulateOne(Candidate);
    Most = std::max(Most, Candidate.Cost.Gain);
    Costs.push_back(Candidate.Cost);
  }
  llvm::sort(Costs, [](const LimitCost &A, const LimitCost &B) {
    if (A.Gain != B.Gain)
      return A.Gain > B.Gain;
    return std::tie(A.What, A.Resources) < std::tie(B.What, B.Resources);
  });
  return Costs;
}

std::vector<LimitCost> takt::sensitivity(const Kernel &K, const Cpu &C,
                                         const Prediction &P, bool OnlyFirst) {
  return Relaxations(K, C, P).run(OnlyFirst);
}
