//===- FunctionLoops.cpp - Which loops of a function are looked at *- C++ -*-=//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/FunctionLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace takt;

bool FunctionLoops::isMain(size_t I) const {
  if (isRemainder(Roles[I]))
    return false;
  return none_of(enumerate(Evidence), [&](auto Of) {
    const RoleEvidence &E = Of.value();
    // What is left over may be all of which the number is known.
    return E.Source && E.Source == Evidence[I].Source &&
           E.SourceIterations > Evidence[I].SourceIterations &&
           !isRemainder(Roles[Of.index()]);
  });
}

DebugLoc takt::firstPlaceIn(ArrayRef<MachineBasicBlock *> Blocks) {
  for (const MachineBasicBlock *MBB : Blocks)
    for (const MachineInstr &MI : *MBB)
      if (MI.getDebugLoc() && MI.getDebugLoc().getLine())
        return MI.getDebugLoc();
  return DebugLoc();
}

DebugLoc FunctionLoops::startOf(size_t I) const {
  if (Evidence[I].Start)
    return Evidence[I].Start;
  if (const DebugLoc Start = Loops[I]->getStartLoc())
    return Start;
  return firstPlaceIn(Loops[I]->getBlocks());
}

/// True if all that \p L, of which \p E is known, is left for is known: it runs
/// where accesses meet, and so often behind the row of its iterations.
static bool standsForRow(const MachineLoop &L, const RoleEvidence &E) {
  return E.InsteadOfVectors ||
         (E.Behind.Iterations.value_or(0) && L.getExitingBlock());
}

std::vector<DebugLoc> FunctionLoops::rowsIn(size_t I) const {
  std::vector<DebugLoc> Starts;
  for (size_t Other = 0; Other != size(); ++Other)
    if (Loops[Other]->getParentLoop() == Loops[I] &&
        standsForRow(*Loops[Other], Evidence[Other]))
      if (const DebugLoc Start = startOf(Other);
          Start && !is_contained(Starts, Start))
        Starts.push_back(Start);
  return Starts;
}

std::vector<InnerLoop> FunctionLoops::loopsBehindRowsIn(size_t I) const {
  std::vector<InnerLoop> Ends;
  for (size_t Row = 0; Row != size(); ++Row)
    if (const RowEnd &End = Evidence[Row].Behind;
        Loops[Row]->getParentLoop() == Loops[I] &&
        standsForRow(*Loops[Row], Evidence[Row]) && End.Iterations.value_or(0))
      Ends.push_back({Loops[Row], *End.Iterations, End.Row});
  return Ends;
}

bool FunctionLoops::haveBeenCompared(size_t I, const MachineInstr &Store,
                                     const MachineInstr &Load) const {
  const SourceKey To = sourceKey(Store.getDebugLoc());
  const SourceKey From = sourceKey(Load.getDebugLoc());
  for (size_t Row = 0; Row != size(); ++Row) {
    if (Loops[Row]->getParentLoop() != Loops[I] ||
        !standsForRow(*Loops[Row], Evidence[Row]))
      continue;
    // What else may meet accesses of a loop behind a row may meet the row's.
    if (Loops[Row]->contains(Store.getParent()) ||
        Loops[Row]->contains(Load.getParent()))
      return true;
    const LoopSteps &S = Evidence[Row].Steps;
    if (To && From && S.Counts.contains(accessKey(To, /*IsStore=*/true)) &&
        S.Counts.contains(accessKey(From, /*IsStore=*/false)))
      return true;
  }
  return false;
}

/// Adds loops in which there are only such that stand for rows.
static void addLoopsAround(FunctionLoops &F, const MachineLoopInfo &MLI,
                           const FactFinder &Facts) {
  SmallPtrSet<const MachineLoop *, 4> Rows;
  for (size_t I = 0; I != F.size(); ++I)
    if (isRemainder(F.Roles[I]) && standsForRow(*F.Loops[I], F.Evidence[I]))
      Rows.insert(F.Loops[I]);
  if (Rows.empty())
    return;
  for (const MachineLoop *L :
       const_cast<MachineLoopInfo &>(MLI).getLoopsInPreorder()) {
    if (L->isInnermost() || !all_of(L->getSubLoops(), [&](const auto *In) {
          return Rows.contains(In);
        }))
      continue;
    const auto At = lower_bound(F.Loops, L->getHeader()->getNumber(),
                                [](const MachineLoop *Of, int Number) {
                                  return Of->getHeader()->getNumber() < Number;
                                });
    const auto I = At - F.Loops.begin();
    F.Loops.insert(At, L);
    F.Evidence.insert(F.Evidence.begin() + I, Facts.evidence(*L));
  }
  F.Roles = assignRoles(F.Evidence);
}

FunctionLoops takt::findLoops(const MachineLoopInfo &MLI,
                              const FactFinder &Facts) {
  FunctionLoops F;
  for (const MachineLoop *L :
       const_cast<MachineLoopInfo &>(MLI).getLoopsInPreorder())
    if (L->isInnermost())
      F.Loops.push_back(L);
  llvm::sort(F.Loops, [](const MachineLoop *A, const MachineLoop *B) {
    return A->getHeader()->getNumber() < B->getHeader()->getNumber();
  });
  for (const MachineLoop *L : F.Loops)
    F.Evidence.push_back(Facts.evidence(*L));
  shareStarts(F.Evidence);
  F.Roles = assignRoles(F.Evidence);
  addLoopsAround(F, MLI, Facts);
  return F;
}
