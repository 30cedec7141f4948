//===- JamLegality.cpp - Whether a nest may be jammed ---------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JamLegality.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/DependenceAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace takt;

unsigned takt::accessesIn(const Loop &L) {
  unsigned Accesses = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      Accesses += I.mayReadOrWriteMemory();
  return Accesses;
}

namespace {
/// A load or a store of a nest.
struct Access {
  MemoryLocation Where; ///< in any iteration, so of any size
  /// What its address starts from; null unless one value in all iterations.
  const SCEV *Base = nullptr;
  uint64_t Bytes = 0; ///< 0: not known
  bool IsStore = false;
  /// Dependence analysis can tell where it goes: see isElement.
  bool IsElement = false;
};
} // namespace

/// True if an address never moves by 0 with \p Step from one iteration in
/// \p Outer to the next: LLVM 19 takes two accesses that start at one address
/// to meet in one iteration then, not in all.
static bool isNeverZero(const SCEV &Step, const Loop &Outer,
                        ScalarEvolution &SE) {
  // Elements so far from each other that a product wraps to 0 are none of one
  // object.
  if (const auto *Product = dyn_cast<SCEVMulExpr>(&Step))
    return all_of(Product->operands(), [&](const SCEV *Factor) {
      return isNeverZero(*Factor, Outer, SE);
    });
  return SE.isKnownNonZero(&Step) ||
         SE.isLoopEntryGuardedByCond(&Outer, ICmpInst::ICMP_NE, &Step,
                                     SE.getZero(Step.getType()));
}

/// True if \p Offset is a sum of counters of loops in \p Outer, each times what
/// does not change there and is never 0, and of the rest. A counter of fewer
/// bits than the address is none, for it may start again: LLVM 19 forgets that.
static bool isAffine(const SCEV &Offset, const Loop &Outer,
                     ScalarEvolution &SE) {
  unsigned UnknownSteps = 0;
  bool HasDownwards = false;
  const SCEV *Rest = &Offset;
  while (!SE.isLoopInvariant(Rest, &Outer)) {
    const auto *Counter = dyn_cast<SCEVAddRecExpr>(Rest);
    if (!Counter || !Counter->isAffine())
      return false;
    const SCEV *Step = Counter->getStepRecurrence(SE);
    if (!SE.isLoopInvariant(Step, &Outer) || !isNeverZero(*Step, Outer, SE))
      return false;
    const auto *Known = dyn_cast<SCEVConstant>(Step);
    UnknownSteps += !Known;
    HasDownwards |= Known && Known->getAPInt().isNegative();
    Rest = Counter->getStart();
  }
  // With rows of unknown length, that a column lies in its row LLVM 19 only
  // asks of the last iteration: downwards it may lie further on in the first
  // one.
  return UnknownSteps == 0 || (UnknownSteps == 1 && !HasDownwards);
}

static Access describe(Instruction &I, const Loop &Outer, ScalarEvolution &SE) {
  Access A;
  A.Where = MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&I),
                                             I.getAAMetadata());
  A.IsStore = isa<StoreInst>(I);
  const SCEV *Address = SE.getSCEV(const_cast<Value *>(A.Where.Ptr));
  const SCEV *Base = SE.getPointerBase(Address);
  if (!SE.isLoopInvariant(Base, &Outer))
    return A;
  A.Base = Base;
  const TypeSize Size =
      I.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (Size.isScalable() || !isPowerOf2_64(Size.getFixedValue()))
    return A;
  A.Bytes = Size.getFixedValue();
  const SCEV *Offset = SE.removePointerBase(Address);
  A.IsElement = SE.getMinTrailingZeros(Offset) >= Log2_64(A.Bytes) &&
                isAffine(*Offset, Outer, SE);
  return A;
}

/// False if \p A and \p B may meet and dependence analysis would not see where.
static bool areComparable(const Access &A, const Access &B,
                          BatchAAResults &AA) {
  if (A.Base == B.Base && A.Bytes == B.Bytes && A.IsElement && B.IsElement)
    return true;
  // Of two pointers that change, LLVM compares those of one iteration: arrays
  // that swap their roles are always apart for it.
  return (A.Base || B.Base) &&
         AA.alias(A.Where, B.Where) == AliasResult::NoAlias;
}

/// True if dependence analysis can tell any two accesses of \p Outer of which
/// one is a store.
static bool accessesAreElements(const Loop &Outer, ScalarEvolution &SE,
                                AAResults &AA) {
  SmallVector<Access, MostJamAccesses> Accesses;
  for (BasicBlock *BB : Outer.blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I))
        Accesses.push_back(describe(I, Outer, SE));
  BatchAAResults Batch(AA);
  Batch.enableCrossIterationMode();
  return all_of(Accesses, [&](const Access &A) {
    return !A.IsStore || all_of(Accesses, [&](const Access &B) {
      return areComparable(A, B, Batch);
    });
  });
}

/// False if an instruction in \p Inner may write in some iteration of \p Outer
/// what it writes in another one, of which it has to come first, in a later
/// iteration of \p Inner: jammed it would come last. LLVM 19 asks this of each
/// two instructions, but not of one and itself.
static bool keepsOrderOfWrites(const Loop &Outer, const Loop &Inner,
                               DependenceInfo &DI) {
  using Entry = Dependence::DVEntry;
  return all_of(Inner.blocks(), [&](BasicBlock *BB) {
    return all_of(*BB, [&](Instruction &I) {
      const auto *Call = dyn_cast<IntrinsicInst>(&I);
      if (!I.mayWriteToMemory() || (Call && Call->isAssumeLikeIntrinsic()))
        return true;
      if (!isa<StoreInst>(I))
        return false;
      const std::unique_ptr<Dependence> D =
          DI.depends(&I, &I, /*PossiblyLoopIndependent=*/true);
      if (!D)
        return true;
      if (D->isConfused() || D->getLevels() < Inner.getLoopDepth())
        return false;
      const unsigned Out = D->getDirection(Outer.getLoopDepth()),
                     In = D->getDirection(Inner.getLoopDepth());
      return !((Out & Entry::LT) && (In & Entry::GT)) &&
             !((Out & Entry::GT) && (In & Entry::LT));
    });
  });
}

bool takt::mayUnrollAndJam(Loop &Outer, ScalarEvolution &SE, DominatorTree &DT,
                           LoopInfo &LI, AAResults &AA, DependenceInfo &DI) {
  return accessesIn(Outer) <= MostJamAccesses &&
         isSafeToUnrollAndJam(&Outer, SE, DT, DI, LI) &&
         keepsOrderOfWrites(Outer, *Outer.getSubLoops().front(), DI) &&
         accessesAreElements(Outer, SE, AA);
}
