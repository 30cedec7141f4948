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
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

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

/// True if a sum or product of \p L has to be computed in the order that the
/// source gives: without the flags that would allow another one.
static bool hasOrderedReduction(Loop &L, IRAnalyses &IR) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    RecurrenceDescriptor Reduction;
    if (!Phi.getType()->isFloatingPointTy())
      return false;
    if (L.getLoopLatch() && isReducedInOrder(Phi, L))
      return true;
    return RecurrenceDescriptor::isReductionPHI(
               &Phi, &L, Reduction, nullptr, nullptr,
               const_cast<DominatorTree *>(&IR.dominators()),
               &IR.scalarEvolution()) &&
           Reduction.hasExactFPMath();
  });
}

bool takt::isWorthSaying(const Advice &A) {
  return !A.After ||
         A.wholeAfter() <= A.Before * (1 - options().AdviceThreshold / 100.0);
}

std::optional<Advice> takt::adviseOnOrder(const LoopReport &R, Loop &L,
                                          IRAnalyses &IR) {
  if (!R.Modelled || R.P.BoundBy != Binder::Dependences ||
      R.K.MemoryDependences.size() || !L.getLoopPreheader())
    return std::nullopt;
  const double N = R.Facts.SourceIterations.value_or(1);
  Advice A = {"Reassociation", "reassociation needed",
              wordsAt(R.Loc).Reassociate, R.P.Cycles.toDouble() / N,
              std::max(R.P.Ports.Cycles, R.P.FrontEnd.Cycles).toDouble() / N};
  if (!hasOrderedReduction(L, IR))
    return std::nullopt;
  return A;
}

/// True if \p I makes of \p Old and something else what is the same in any
/// order of all that is put into it one by one: a sum, a product, the largest.
static bool isInAnyOrder(const Instruction &I, const PHINode &Old) {
  if (const auto *Select = dyn_cast<SelectInst>(&I)) {
    const auto *Compare = dyn_cast<CmpInst>(Select->getCondition());
    return Compare && is_contained(Compare->operands(), &Old) &&
           is_contained(Compare->operands(), Select->getTrueValue()) &&
           is_contained(Compare->operands(), Select->getFalseValue());
  }
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  const bool IsFMA = Call && (Call->getIntrinsicID() == Intrinsic::fma ||
                              Call->getIntrinsicID() == Intrinsic::fmuladd);
  if (IsFMA)
    return Call->hasAllowReassoc() && Call->getArgOperand(2) == &Old;
  return isa<MinMaxIntrinsic>(I) || (Call && Call->isCommutative()) ||
         (I.isAssociative() && I.isCommutative());
}

/// How many such values \p L makes; none if anything else goes to its next
/// iteration but what counts.
static unsigned freeReductions(Loop &L, IRAnalyses &IR) {
  unsigned Count = 0;
  for (PHINode &Phi : L.getHeader()->phis()) {
    InductionDescriptor Induction;
    if (InductionDescriptor::isInductionPHI(&Phi, &L, &IR.scalarEvolution(),
                                            Induction))
      continue;
    const auto *Next =
        dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    const bool UsedOnce = Next && all_of(Phi.users(), [&](const User *U) {
                            return U == Next ||
                                   (isa<SelectInst>(Next) && isa<CmpInst>(U)) ||
                                   !L.contains(cast<Instruction>(U));
                          });
    if (!UsedOnce || !L.contains(Next) ||
        !is_contained(Next->operands(), &Phi) || !isInAnyOrder(*Next, Phi))
      return 0;
    ++Count;
  }
  return Count;
}

/// As many accumulators in a loop as that: more would not be kept in registers
/// beside what is added.
static constexpr unsigned MostAccumulators = 16;
/// Of fewer iterations too much would be left over.
static constexpr uint64_t FewIterations = 16;

/// Whether the loop waits for a chain of dependences that may be one of its
/// sums, be it only together with something else. What makes a sum is one
/// instruction, or two to compare and choose; a longer chain is another one (of
/// masks, say, that gathers share).
static bool waitsForSum(const Prediction &P) {
  SmallSet<uint32_t, 4> Links;
  for (const RecurrenceStep &Step : P.Dependences.Witness)
    Links.insert(Step.Instr);
  if (Links.size() > 2)
    return false;
  if (P.BoundBy == Binder::Dependences)
    return true;
  return P.Dependences.Cycles * Rational(2) >= P.Cycles &&
         any_of(P.Costs, [&](const LimitCost &L) {
           return L.What == Limit::Dependences && L.Without < P.Cycles;
         });
}

std::optional<Advice> takt::adviseOnAccumulators(const LoopReport &R, Loop &L,
                                                 IRAnalyses &IR) {
  const LoopFacts &F = R.Facts;
  const double Others =
      std::max(R.P.Ports.Cycles, R.P.FrontEnd.Cycles).toDouble();
  if (!R.Modelled || F.Role != LoopRole::VectorBody || F.Blocks != 1 ||
      !L.getLoopLatch() || !waitsForSum(R.P) || R.K.MemoryDependences.size() ||
      !F.SourceIterations || !F.VectorLanes ||
      *F.SourceIterations % F.VectorLanes != 0 || Others <= 0 ||
      (F.TripCount && *F.TripCount < FewIterations))
    return std::nullopt;
  const double Chain = R.P.Cycles.toDouble();
  const unsigned Now = *F.SourceIterations / F.VectorLanes;
  const unsigned Times = PowerOf2Ceil(std::ceil(Chain / Others));
  const unsigned Sums = freeReductions(L, IR);
  if (!Sums || Times < 2 || Sums * Times > MostAccumulators ||
      Now * Times > MostAccumulators)
    return std::nullopt;
  const auto [Before, Behind] = wordsAt(R.Loc).Interleave;
  return Advice{"Accumulators", "more accumulators needed",
                Before + std::to_string(Now * Times) + Behind,
                R.P.Cycles.toDouble() / *F.SourceIterations,
                std::max(Others, Chain / Times) / *F.SourceIterations};
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

void takt::emitAdvice(MachineOptimizationRemarkEmitter &ORE,
                      const std::vector<LoopReport> &Reports) {
  using Arg = DiagnosticInfoOptimizationBase::Argument;
  std::vector<AdvisedLoop> Advised;
  for (const LoopReport &R : Reports)
    for (const Advice &A : R.Advised)
      Advised.push_back({&R, &A, Advised.size()});
  llvm::sort(Advised, [](const AdvisedLoop &A, const AdvisedLoop &B) {
    return std::pair(-gainOf(A), A.Place) < std::pair(-gainOf(B), B.Place);
  });
  for (const AdvisedLoop &L : Advised)
    ORE.emit([R = L.R, &A = *L.A] {
      MachineOptimizationRemarkMissed D("takt", A.Name, R->Loc, R->Header);
      D << A.Needed << ": " << Arg("CyclesBefore", twoPlaces(A.Before));
      if (A.After)
        D << " → " << Arg("CyclesAfter", twoPlaces(*A.After));
      D << " cycles per "
        << (R->Facts.SourceIterations.value_or(1) > 1 ? "source " : "")
        << "iteration on " << Arg("Cpu", R->C->Name)
        << (A.After ? " with " : "; they need ") << Arg("How", A.How);
      addPlace(D, *R);
      return D;
    });
}
