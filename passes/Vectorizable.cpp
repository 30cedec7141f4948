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
#include "takt/passes/Reductions.h"
#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

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

/// The functions of which glibc has vectors, by LLVM's list of them.
static const TargetLibraryInfoImpl &vectorLibrary(const Triple &T) {
  static const TargetLibraryInfoImpl Library = [&] {
    TargetLibraryInfoImpl L(T);
    L.addVectorizableFunctionsFromVecLib(TargetLibraryInfoImpl::LIBMVEC_X86, T);
    return L;
  }();
  return Library;
}

/// The name in C of what \p I calls if LLVM has vectors of it in libmvec.
static std::optional<StringRef> vectorCallee(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F || F->hasLocalLinkage())
    return std::nullopt;
  const Triple T(F->getParent()->getTargetTriple());
  if (T.getArch() != Triple::x86_64 || !T.isOSLinux() || !T.isGNUEnvironment())
    return std::nullopt;
  const TargetLibraryInfoImpl &Library = vectorLibrary(T);
  if (!F->isIntrinsic())
    return Library.isFunctionVectorizable(F->getName())
               ? std::optional(F->getName())
               : std::nullopt;
  if (!Intrinsic::isOverloaded(F->getIntrinsicID()))
    return std::nullopt;
  // As it was before LLVM made vectors around it.
  const std::string Scalar = Intrinsic::getNameNoUnnamedTypes(
      F->getIntrinsicID(), {I.getType()->getScalarType()});
  return Library.isFunctionVectorizable(Scalar)
             ? std::optional(Intrinsic::getBaseName(F->getIntrinsicID())
                                 .drop_front(strlen("llvm.")))
             : std::nullopt;
}

std::optional<LibraryCalls> takt::vectorLibraryCalls(const Loop &L) {
  std::optional<LibraryCalls> Calls;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (const std::optional<StringRef> Callee = vectorCallee(I)) {
        if (!Calls)
          Calls = LibraryCalls{Callee->str()};
        Calls->SetErrno |= I.mayWriteToMemory();
      }
  return Calls;
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
  return !Call || (Leave.NoErrno && isSquareRoot(*Call, IR)) ||
         (Leave.VectorCalls && vectorCallee(I));
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

/// Of more sums side by side elements change places at a cost that takes the
/// gain and more: for rows of eight floats LLVM's vectors take 7.25 cycles a
/// row on Skylake, and the sums wait 4.
static constexpr unsigned MostSideBySide = 4;

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
                                                        &IR.dominators()) ||
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
                       &Phi, &L, Reduction, nullptr, nullptr, &IR.dominators(),
                       &IR.scalarEvolution()) &&
                   !Reduction.hasExactFPMath());
         });
}
