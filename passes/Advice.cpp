//===- Advice.cpp - What would make a loop faster ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/Options.h"
#include "takt/passes/Reductions.h"
#include "takt/passes/Remarks.h"
#include "takt/passes/SaidCopies.h"
#include "takt/passes/SourceWords.h"
#include "takt/passes/Vectorizable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

bool takt::isWorthSaying(const Advice &A) {
  return !A.After ||
         A.wholeAfter() <= A.Before * (1 - options().AdviceThreshold / 100.0);
}

std::string takt::forVectors(const LoopReport &R) {
  // Below -O2 nothing is made into vectors.
  return R.Header->getParent()->getTarget().getOptLevel() >=
                 CodeGenOptLevel::Default
             ? ""
             : "-O2 and ";
}

std::optional<Advice> takt::adviseOnOrder(const LoopReport &R, Loop &L,
                                          IRAnalyses &IR) {
  if (!R.Modelled || R.P.BoundBy != Binder::Dependences ||
      R.K.MemoryDependences.size() || !L.getLoopPreheader() ||
      !hasOrderedReduction(L, IR) || !canTakeApart(L, IR))
    return std::nullopt;
  const double N = R.Facts.SourceIterations.value_or(1);
  return Advice{"Reassociation", "reassociation needed",
                forVectors(R) + wordsAt(R.Loc).Reassociate,
                R.P.Cycles.toDouble() / N,
                std::max(R.P.Ports.Cycles, R.P.FrontEnd.Cycles).toDouble() / N};
}

namespace {
struct AdvisedLoop {
  const LoopReport *R;
  const Advice *A;
  size_t Place; ///< in the order of the code
};
} // namespace

/// Cycles that following the advice saves in a call of the function; all where
/// nobody knows.
static double gainOf(const AdvisedLoop &L) {
  const double N = L.R->Facts.SourceIterations.value_or(1);
  return (L.A->Before - L.A->wholeAfter()) * N *
         L.R->Facts.Frequency.value_or(1);
}

/// What to do as \p A says: no pragma of the caller's reaches a loop of a
/// header that it includes.
static std::string howTo(const Advice &A, const LoopReport &R) {
  return A.How +
         (StringRef(A.How).contains("#pragma") && isInSystemHeader(R.Loc)
              ? " in a loop of your own"
              : "");
}

void takt::emitAdvice(MachineOptimizationRemarkEmitter &ORE,
                      const std::vector<LoopReport> &Reports,
                      SaidCopies &Copies) {
  using Arg = DiagnosticInfoOptimizationBase::Argument;
  std::vector<AdvisedLoop> Advised;
  for (const LoopReport &R : Reports)
    for (const Advice &A : R.Advised)
      Advised.push_back({&R, &A, Advised.size()});
  llvm::sort(Advised, [](const AdvisedLoop &A, const AdvisedLoop &B) {
    return std::pair(-gainOf(A), A.Place) < std::pair(-gainOf(B), B.Place);
  });
  for (const AdvisedLoop &L : Advised)
    ORE.emit([R = L.R, &A = *L.A, &Copies] {
      MachineOptimizationRemarkMissed D("takt", A.Name, R->Loc, R->Header);
      const auto [Before, After] =
          A.After ? placesApart(A.Before, *A.After)
                  : std::pair(cyclesText(A.Before), std::string());
      const std::string Gain = Before + " to " + After;
      if (Copies.isEnough(*R, A.Name + (", " + Gain)))
        D << DiagnosticInfoOptimizationBase::setIsVerbose();
      D << A.Needed;
      if (A.Before > 0)
        D << ": " << Arg("CyclesBefore", Before);
      if (A.After)
        D << " → " << Arg("CyclesAfter", After);
      if (A.Before > 0)
        D << " cycles per "
          << (R->Facts.SourceIterations.value_or(1) > 1 ? "source " : "")
          << "iteration";
      D << " on " << Arg("Cpu", R->C->Name)
        << (A.After ? " with " : "; they need ") << Arg("How", howTo(A, *R));
      addPlace(D, *R);
      return D;
    });
}
