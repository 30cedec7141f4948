//===- AccumulatorAdvice.cpp - Sums that wait for themselves ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"
#include <cmath>

using namespace llvm;
using namespace takt;

/// LLVM's own (RecurrenceDescriptor) is about the loop before it has vectors.
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
  // Instruction::isAssociative asks for more of floats than the vectoriser:
  // that zeros may lose their sign, of which a pragma says nothing.
  if (isa<FPMathOperator>(I) && !Call)
    return I.hasAllowReassoc() && I.isCommutative();
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
  const unsigned Now = *F.SourceIterations / F.VectorLanes;
  const unsigned Sums = freeReductions(L, IR);
  const MachineFunction &MF = *R.Header->getParent();
  const TargetTransformInfo TTI =
      MF.getTarget().getTargetTransformInfo(MF.getFunction());
  // Who has more vectors at a time than LLVM takes by itself has chosen them.
  if (!Sums ||
      Now > TTI.getMaxInterleaveFactor(ElementCount::getFixed(F.VectorLanes)))
    return std::nullopt;
  const double Cycles = R.P.Cycles.toDouble();
  unsigned Times = PowerOf2Ceil(std::ceil(Cycles / Others));
  // The other half of the registers is for what is added.
  const unsigned Most =
      TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true)) /
      2;
  while (std::max(Now, Sums) * Times > Most)
    Times /= 2;
  if (Times < 2)
    return std::nullopt;
  const auto [Before, Behind] = wordsAt(R.Loc).Interleave;
  return Advice{"Accumulators", "more accumulators needed",
                Before + std::to_string(Now * Times) + Behind,
                Cycles / *F.SourceIterations,
                std::max(Others, Cycles / Times) / *F.SourceIterations};
}
