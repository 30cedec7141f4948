//===- Vectorizable.cpp - Why LLVM made no vectors of a loop ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Vectorizable.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/LinearSteps.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
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

/// True if \p Phi has several sums or products side by side, which were phis of
/// their own in front of LLVM's vectorisation of straight code, and each stays
/// in its lane. RecurrenceDescriptor knows none in vectors.
static bool isReducedSideBySide(const PHINode &Phi, const Loop &L) {
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

/// Of more sums side by side elements are put into other vectors at a cost that
/// leaves less than nothing of the gain: eight floats of a row take twice as
/// long as vectors, on Skylake, Zen 4 and Neoverse N1.
static constexpr unsigned MostSideBySide = 4;

/// LLVM's questions change none.
static DominatorTree &dominators(IRAnalyses &IR) {
  return const_cast<DominatorTree &>(IR.dominators());
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
                                                nullptr, &dominators(IR),
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

/// A largest or smallest number of all iterations, if there were no NaNs and
/// zeros had no sign. LLVM's own question (RecurrenceDescriptor) is about one
/// step in an iteration, before the loop is unrolled.
static bool isExtremum(const PHINode &Phi, const Loop &L) {
  const Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
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

/// A value that vectors may compute in parts already.
static bool isReduction(PHINode &Phi, Loop &L, IRAnalyses &IR) {
  RecurrenceDescriptor Found;
  return RecurrenceDescriptor::isReductionPHI(&Phi, &L, Found, nullptr, nullptr,
                                              &dominators(IR),
                                              &IR.scalarEvolution());
}

bool takt::hasOrderedExtremum(Loop &L, IRAnalyses &IR) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    return Phi.getType()->isFloatingPointTy() && !isReduction(Phi, L, IR) &&
           isExtremum(Phi, L);
  });
}

/// Whether \p Call is of the C library's sqrt.
static bool isSquareRoot(const CallBase &Call, IRAnalyses &IR) {
  LibFunc Function;
  return IR.library().getLibFunc(Call, Function) &&
         (Function == LibFunc_sqrt || Function == LibFunc_sqrtf);
}

bool takt::setsErrnoForRoots(const Loop &L, IRAnalyses &IR) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && Call->mayWriteToMemory() && isSquareRoot(*Call, IR);
    });
  });
}

/// Whether there are vectors of what \p I loads, stores or computes.
static bool isOfElements(const Instruction &I, const DataLayout &DL) {
  Type *T = isa<StoreInst>(I) ? I.getOperand(0)->getType() : I.getType();
  // What the loop has in vectors by now may have been single.
  T = T->getScalarType();
  // As with the vectoriser: x86_fp80 leaves gaps.
  return T->isVoidTy() ||
         (VectorType::isValidElementType(T) &&
          DL.getTypeAllocSizeInBits(T) == DL.getTypeSizeInBits(T)) ||
         T->isIntegerTy(1);
}

/// Whether the vectoriser looks at a loop with \p I in it, whatever order sums
/// may have, and as \p Leave says. (Vectors that go past the caches only some
/// processors have.)
static bool mayBeInVectors(const Instruction &I, const DataLayout &DL,
                           IRAnalyses &IR, FloatLeave Leave = {}) {
  if (I.isVolatile() || I.isAtomic() || !isOfElements(I, DL) ||
      I.hasMetadata(LLVMContext::MD_nontemporal))
    return false;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return Intrinsic->isAssumeLikeIntrinsic() ||
           isTriviallyVectorizable(Intrinsic->getIntrinsicID());
  const auto *Call = dyn_cast<CallBase>(&I);
  return !Call || (Leave.NoErrno && isSquareRoot(*Call, IR));
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

/// Whether nobody has forbidden to make vectors of \p L.
static bool isLeftToVectorizer(const Loop &L) {
  return !L.getHeader()->getParent()->hasOptSize() &&
         getOptionalIntLoopAttribute(&L, "llvm.loop.vectorize.width") != 1 &&
         hasVectorizeTransformation(&L) != TM_SuppressedByUser;
}

bool takt::canTakeApart(Loop &L, IRAnalyses &IR, FloatLeave Leave) {
  ScalarEvolution &SE = IR.scalarEvolution();
  // It has made vectors of it, which add up in order.
  if (L.getLoopLatch() && any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
        return isReducedInOrder(Phi, L);
      }))
    return true;
  if (!isCounted(L, SE) || !isLeftToVectorizer(L))
    return false;
  for (const BasicBlock *BB : L.blocks())
    if (!all_of(*BB, [&](const Instruction &I) {
          return mayBeInVectors(I, BB->getDataLayout(), IR, Leave);
        }))
      return false;
  unsigned SideBySide = 0;
  return all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    if (isReducedSideBySide(Phi, L)) {
      SideBySide += cast<FixedVectorType>(Phi.getType())->getNumElements();
      return SideBySide <= MostSideBySide;
    }
    if (SE.isSCEVable(Phi.getType()))
      if (const auto *Moving = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi)))
        return Moving->getLoop() == &L;
    return RecurrenceDescriptor::isFixedOrderRecurrence(&Phi, &L,
                                                        &dominators(IR)) ||
           isReduction(Phi, L, IR) || (Leave.NoNaNs && isExtremum(Phi, L));
  });
}

//===----------------------------------------------------------------------===//
// If nothing met
//===----------------------------------------------------------------------===//

/// Whether \p I divides whole numbers, one by one, or has several of them.
static bool isLeftSingle(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return true;
  default:
    return (isa<StoreInst>(I) ? I.getOperand(0) : &I)->getType()->isVectorTy();
  }
}

/// Whether \p I is an access to what stays at its address, or to the next
/// element of an array in each of \p SourceIterations; or none at all.
static bool isSideBySide(const Instruction &I, LinearSteps &Steps,
                         const DataLayout &DL, unsigned SourceIterations) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return !I.mayReadOrWriteMemory() ||
           (Intrinsic && Intrinsic->isAssumeLikeIntrinsic());
  }
  const std::optional<int64_t> Step = Steps.step(Pointer);
  if (!Step)
    return false;
  Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
  // What adds up floats in memory has to keep their order.
  if (*Step == 0)
    return isa<LoadInst>(I) || !T->isFPOrFPVectorTy();
  const uint64_t Bytes = *Step < 0 ? 0 - uint64_t(*Step) : uint64_t(*Step);
  return Bytes == DL.getTypeStoreSize(T).getFixedValue() * SourceIterations;
}

/// Whether a counter alone ends \p L if what \p Steps takes to stay the same
/// does.
static bool isCounted(const Loop &L, LinearSteps &Steps) {
  const ICmpInst *Compare = comparisonAtEnd(L);
  if (!Compare)
    return false;
  const auto A = Steps.step(Compare->getOperand(0)),
             B = Steps.step(Compare->getOperand(1));
  return A && B && (*A == 0) != (*B == 0);
}

/// Whether \p Steps tells how often \p L runs and what all its accesses do. If
/// it does as things are, LLVM can compare addresses in front of the loop.
static bool knowsAll(const Loop &L, LinearSteps &Steps) {
  return isCounted(L, Steps) && all_of(L.blocks(), [&](const BasicBlock *BB) {
           return all_of(*BB, [&](const Instruction &I) {
             const Value *Pointer = getLoadStorePointerOperand(&I);
             return !Pointer || Steps.step(Pointer);
           });
         });
}

/// What tells the array that an address is in: where its begin is loaded from,
/// as what is loaded there stays the same, or else the begin itself.
static const Value *arrayOf(const SCEV *Address, const Loop &L,
                            ScalarEvolution &SE) {
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Base)
    return nullptr;
  const Value *V = Base->getValue();
  if (const auto *Phi = dyn_cast<PHINode>(V);
      Phi && Phi->getParent() == L.getHeader())
    V = Phi->getIncomingValueForBlock(L.getLoopLatch());
  const auto *Load = dyn_cast<LoadInst>(V);
  return Load ? Load->getPointerOperand() : V;
}

namespace {
/// One of the loop's that moves.
struct MovingAccess {
  bool Stores;
  const Value *Array;
  const SCEV *Offset; ///< in it
};
} // namespace

static SmallVector<MovingAccess, 16>
movingAccesses(const Loop &L, LinearSteps &Steps, ScalarEvolution &SE) {
  SmallVector<MovingAccess, 16> All;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || Steps.step(Pointer) == 0)
        continue;
      const SCEV *Address = SE.getSCEV(const_cast<Value *>(Pointer));
      All.push_back({isa<StoreInst>(I), arrayOf(Address, L, SE),
                     SE.removePointerBase(Address)});
    }
  return All;
}

/// Whether what \p L loads of an array that it stores to is what it stores to,
/// element by element: it needs nothing of an iteration before.
static bool updatesInPlace(const Loop &L, LinearSteps &Steps,
                           ScalarEvolution &SE) {
  const auto All = movingAccesses(L, Steps, SE);
  DenseMap<const Value *, SmallPtrSet<const SCEV *, 8>> Stored;
  for (const MovingAccess &A : All)
    if (A.Stores)
      Stored[A.Array].insert(A.Offset);
  return all_of(All, [&](const MovingAccess &A) {
    const auto It = Stored.find(A.Array);
    return It == Stored.end() || It->second.contains(A.Offset);
  });
}

bool takt::isElementwise(Loop &L, IRAnalyses &IR, unsigned SourceIterations) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  LinearSteps Steps(L, DL);
  return all_of(L.blocks(),
                [&](const BasicBlock *BB) {
                  return all_of(*BB, [&](const Instruction &I) {
                    return !getLoadStorePointerOperand(&I) ||
                           isSideBySide(I, Steps, DL, SourceIterations);
                  });
                }) &&
         updatesInPlace(L, Steps, IR.scalarEvolution());
}

bool takt::mayBecomeVectors(Loop &L, IRAnalyses &IR,
                            unsigned SourceIterations) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  LinearSteps AsItIs(L, DL), Steps(L, DL, /*NothingMeets=*/true);
  if (!isLeftToVectorizer(L) || knowsAll(L, AsItIs) || !isCounted(L, Steps))
    return false;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (!mayBeInVectors(I, DL, IR) || isLeftSingle(I) ||
          !isSideBySide(I, Steps, DL, SourceIterations))
        return false;
  return updatesInPlace(L, Steps, IR.scalarEvolution()) &&
         all_of(L.getHeader()->phis(), [&](PHINode &Phi) {
           RecurrenceDescriptor Reduction;
           return Steps.step(&Phi) ||
                  (RecurrenceDescriptor::isReductionPHI(
                       &Phi, &L, Reduction, nullptr, nullptr, &dominators(IR),
                       &IR.scalarEvolution()) &&
                   !Reduction.hasExactFPMath());
         });
}
