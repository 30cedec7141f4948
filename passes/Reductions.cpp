//===- Reductions.cpp - What loops sum up -----------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Reductions.h"
#include "takt/passes/IRAnalyses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace takt;

bool takt::isReducedInOrder(const PHINode &Phi, const Loop &L) {
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

/// Whether \p I makes of \p Old, a vector, another one by a sum or product for
/// each lane; or chooses among such vectors, as where one lane is subtracted
/// from and another one added to.
static bool addsInLanes(const Instruction &I, const Value *Old) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FMul:
    return I.getOperand(0) != I.getOperand(1);
  case Instruction::FSub:
    return I.getOperand(0) == Old && I.getOperand(1) != Old;
  case Instruction::ShuffleVector:
    return cast<ShuffleVectorInst>(I).isSelect();
  default:
    break;
  }
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call &&
         (Call->getIntrinsicID() == Intrinsic::fma ||
          Call->getIntrinsicID() == Intrinsic::fmuladd) &&
         Call->getArgOperand(0) != Old && Call->getArgOperand(1) != Old;
}

bool takt::isReducedSideBySide(const PHINode &Phi, const Loop &L) {
  if (!Phi.getType()->isFPOrFPVectorTy() ||
      !isa<FixedVectorType>(Phi.getType()))
    return false;
  SmallPtrSet<const Value *, 16> Chain = {&Phi};
  SmallVector<const Value *, 16> Open = {&Phi};
  bool Exact = false, Adds = false, Multiplies = false, Returns = false;
  while (!Open.empty()) {
    const Value *Old = Open.pop_back_val();
    for (const User *U : Old->users()) {
      const auto &I = *cast<Instruction>(U);
      if (&I == &Phi) {
        Returns = true;
      } else if (L.contains(&I)) {
        if (!addsInLanes(I, Old))
          return false;
        if (Chain.insert(&I).second)
          Open.push_back(&I);
        const bool Computes = !isa<ShuffleVectorInst>(I);
        Exact |= Computes && !I.hasAllowReassoc();
        Multiplies |= I.getOpcode() == Instruction::FMul;
        Adds |= Computes && I.getOpcode() != Instruction::FMul;
      }
    }
  }
  // What is chosen from outside of the chain is another value.
  return Returns && Exact && Adds != Multiplies &&
         all_of(Chain, [&](const Value *V) {
           const auto *Shuffle = dyn_cast<ShuffleVectorInst>(V);
           return !Shuffle || (Chain.contains(Shuffle->getOperand(0)) &&
                               Chain.contains(Shuffle->getOperand(1)));
         });
}

bool takt::hasOrderedReduction(Loop &L, IRAnalyses &IR) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    RecurrenceDescriptor Reduction;
    if (Phi.getType()->isVectorTy())
      return isReducedSideBySide(Phi, L);
    if (!Phi.getType()->isFloatingPointTy())
      return false;
    if (L.getLoopLatch() && isReducedInOrder(Phi, L))
      return true;
    return RecurrenceDescriptor::isReductionPHI(&Phi, &L, Reduction, nullptr,
                                                nullptr, &IR.dominators(),
                                                &IR.scalarEvolution()) &&
           Reduction.hasExactFPMath();
  });
}

namespace {
/// The larger one of two numbers, or the smaller one, if neither is a NaN and
/// zeros have no sign.
struct Extremum {
  bool IsLargest;
  const Value *Of[2];
};
} // namespace

static std::optional<Extremum> extremum(const Value *V) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(V)) {
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::maxnum || ID == Intrinsic::minnum)
      return Extremum{ID == Intrinsic::maxnum,
                      {Call->getArgOperand(0), Call->getArgOperand(1)}};
    return std::nullopt;
  }
  const auto *Select = dyn_cast<SelectInst>(V);
  const auto *Compare =
      Select ? dyn_cast<FCmpInst>(Select->getCondition()) : nullptr;
  if (!Compare)
    return std::nullopt;
  const CmpInst::Predicate P = Compare->getUnorderedPredicate();
  const Value *A = Compare->getOperand(0), *B = Compare->getOperand(1);
  const bool IsGreater = P == CmpInst::FCMP_UGT || P == CmpInst::FCMP_UGE;
  if (!IsGreater && P != CmpInst::FCMP_ULT && P != CmpInst::FCMP_ULE)
    return std::nullopt;
  if (Select->getTrueValue() == A && Select->getFalseValue() == B)
    return Extremum{IsGreater, {A, B}};
  if (Select->getTrueValue() == B && Select->getFalseValue() == A)
    return Extremum{!IsGreater, {A, B}};
  return std::nullopt;
}

/// Whether nothing in \p L but \p Next, or its condition, uses \p V.
static bool isUsedOnlyFor(const Value &V, const Value &Next, const Loop &L) {
  return all_of(V.users(), [&](const User *U) {
    const auto *Compare = dyn_cast<FCmpInst>(U);
    return U == &Next || !L.contains(cast<Instruction>(U)) ||
           (Compare && Compare->hasOneUse() && *Compare->user_begin() == &Next);
  });
}

bool takt::isExtremum(const PHINode &Phi, const Loop &L) {
  if (!L.getLoopLatch())
    return false;
  const Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  // What it is so far may be asked for.
  if (!isUsedOnlyFor(*Next, Phi, L))
    return false;
  std::optional<bool> IsLargest;
  while (Next != &Phi) {
    const std::optional<Extremum> E = extremum(Next);
    if (!E || IsLargest.value_or(E->IsLargest) != E->IsLargest ||
        !L.contains(cast<Instruction>(Next)))
      return false;
    IsLargest = E->IsLargest;
    const auto *Before = find_if(E->Of, [&](const Value *V) {
      return V == &Phi || (extremum(V) && L.contains(cast<Instruction>(V)));
    });
    if (Before == std::end(E->Of) || !isUsedOnlyFor(**Before, *Next, L))
      return false;
    Next = *Before;
  }
  return IsLargest.has_value();
}

bool takt::isReduction(PHINode &Phi, Loop &L, IRAnalyses &IR) {
  RecurrenceDescriptor Found;
  return RecurrenceDescriptor::isReductionPHI(&Phi, &L, Found, nullptr, nullptr,
                                              &IR.dominators(),
                                              &IR.scalarEvolution());
}

bool takt::hasOrderedExtremum(Loop &L, IRAnalyses &IR) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    return Phi.getType()->isFloatingPointTy() && !isReduction(Phi, L, IR) &&
           isExtremum(Phi, L);
  });
}
