//===- Advice.cpp - What would make a loop faster ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/Options.h"
#include "takt/passes/Remarks.h"
#include "takt/passes/SaidCopies.h"
#include "takt/passes/SourceSteps.h"
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

/// True if \p Phi's next value is made of it by sums or products over the
/// lanes of vectors in their order: what the vectoriser makes of a reduction
/// whose order may not change, where the target lets it (AArch64).
static bool isReducedInOrder(const PHINode &Phi, const Loop &L) {
  const Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  bool Any = false;
  while (const auto *Call = dyn_cast<IntrinsicInst>(Next)) {
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if ((ID != Intrinsic::vector_reduce_fadd &&
         ID != Intrinsic::vector_reduce_fmul) ||
        Call->hasAllowReassoc())
      return false;
    Any = true;
    Next = Call->getArgOperand(0);
  }
  return Any && Next == &Phi;
}

/// LLVM's questions change none.
static DominatorTree &dominators(IRAnalyses &IR) {
  return const_cast<DominatorTree &>(IR.dominators());
}

/// True if a sum or product of \p L has to be computed in the order that the
/// source gives: without the flags that would allow another one.
static bool hasOrderedReduction(Loop &L, IRAnalyses &IR) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    RecurrenceDescriptor Reduction;
    if (!Phi.getType()->isFloatingPointTy())
      return false;
    if (L.getLoopLatch() && isReducedInOrder(Phi, L))
      return true;
    return RecurrenceDescriptor::isReductionPHI(&Phi, &L, Reduction, nullptr,
                                                nullptr, &dominators(IR),
                                                &IR.scalarEvolution()) &&
           Reduction.hasExactFPMath();
  });
}

bool takt::isWorthSaying(const Advice &A) {
  return !A.After ||
         A.wholeAfter() <= A.Before * (1 - options().AdviceThreshold / 100.0);
}

/// Whether the vectoriser looks at a loop with \p I in it, whatever order sums
/// may have.
static bool mayBeInVectors(const Instruction &I) {
  if (I.isVolatile() || I.isAtomic())
    return false;
  return !isa<CallBase>(I) || isa<IntrinsicInst>(I);
}

/// Whether a counter alone ends \p L. How often it runs LLVM may not know any
/// more where it has unrolled the loop.
static bool isCounted(Loop &L, ScalarEvolution &SE) {
  const ICmpInst *Compare = comparisonAtEnd(L);
  if (!Compare || !SE.isSCEVable(Compare->getOperand(0)->getType()))
    return false;
  const auto Counts = [&](unsigned Operand) {
    const auto *Moving =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Compare->getOperand(Operand)));
    return Moving && Moving->getLoop() == &L &&
           SE.isLoopInvariant(SE.getSCEV(Compare->getOperand(1 - Operand)), &L);
  };
  return Counts(0) || Counts(1);
}

/// Whether LLVM can take the sums of \p L apart once it may: it has to know how
/// often the loop runs, to be allowed to make it into vectors, and to find
/// nothing else in it that an iteration needs of the one before but counters.
static bool canTakeApart(Loop &L, IRAnalyses &IR) {
  ScalarEvolution &SE = IR.scalarEvolution();
  // It has made vectors of it, which add up in order.
  if (L.getLoopLatch() && any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
        return isReducedInOrder(Phi, L);
      }))
    return true;
  if (!isCounted(L, SE) || L.getHeader()->getParent()->hasOptSize() ||
      getOptionalIntLoopAttribute(&L, "llvm.loop.vectorize.width") == 1 ||
      hasVectorizeTransformation(&L) == TM_SuppressedByUser)
    return false;
  for (const BasicBlock *BB : L.blocks())
    if (!all_of(*BB, mayBeInVectors))
      return false;
  return all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    RecurrenceDescriptor Reduction;
    if (SE.isSCEVable(Phi.getType()))
      if (const auto *Moving = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi)))
        return Moving->getLoop() == &L;
    return RecurrenceDescriptor::isFixedOrderRecurrence(&Phi, &L,
                                                        &dominators(IR)) ||
           RecurrenceDescriptor::isReductionPHI(&Phi, &L, Reduction, nullptr,
                                                nullptr, &dominators(IR), &SE);
  });
}

std::optional<Advice> takt::adviseOnOrder(const LoopReport &R, Loop &L,
                                          IRAnalyses &IR) {
  if (!R.Modelled || R.P.BoundBy != Binder::Dependences ||
      R.K.MemoryDependences.size() || !L.getLoopPreheader() ||
      !hasOrderedReduction(L, IR) || !canTakeApart(L, IR))
    return std::nullopt;
  const double N = R.Facts.SourceIterations.value_or(1);
  // Below -O2 nothing is made into vectors.
  const bool Vectorizes = R.Header->getParent()->getTarget().getOptLevel() >=
                          CodeGenOptLevel::Default;
  return Advice{"Reassociation", "reassociation needed",
                (Vectorizes ? "" : "-O2 and ") +
                    std::string(wordsAt(R.Loc).Reassociate),
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
                  : std::pair(twoPlaces(A.Before), std::string());
      const std::string Gain = Before + " to " + After;
      if (Copies.isEnough(*R, A.Name + (", " + Gain)))
        D << DiagnosticInfoOptimizationBase::setIsVerbose();
      D << A.Needed << ": " << Arg("CyclesBefore", Before);
      if (A.After)
        D << " → " << Arg("CyclesAfter", After);
      D << " cycles per "
        << (R->Facts.SourceIterations.value_or(1) > 1 ? "source " : "")
        << "iteration on " << Arg("Cpu", R->C->Name)
        << (A.After ? " with " : "; they need ") << Arg("How", howTo(A, *R));
      addPlace(D, *R);
      return D;
    });
}
