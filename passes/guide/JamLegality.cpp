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
  uint64_t Bytes = 0;   ///< 0: not known
  bool IsStore = false;
  /// It lies a multiple of its size away from what its address starts from.
  bool IsElement = false;
};
} // namespace

static Access describe(Instruction &I, ScalarEvolution &SE) {
  Access A;
  A.Where = MemoryLocation::getBeforeOrAfter(getLoadStorePointerOperand(&I),
                                             I.getAAMetadata());
  A.IsStore = isa<StoreInst>(I);
  const TypeSize Size =
      I.getModule()->getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (Size.isScalable() || !isPowerOf2_64(Size.getFixedValue()))
    return A;
  A.Bytes = Size.getFixedValue();
  const SCEV *From =
      SE.removePointerBase(SE.getSCEV(const_cast<Value *>(A.Where.Ptr)));
  A.IsElement = SE.getMinTrailingZeros(From) >= Log2_64(A.Bytes);
  return A;
}

/// False if \p A and \p B may overlap and begin at different places: dependence
/// analysis would not see it.
static bool areComparable(const Access &A, const Access &B, AAResults &AA) {
  return (A.Bytes == B.Bytes && A.IsElement && B.IsElement) ||
         AA.isNoAlias(A.Where, B.Where);
}

/// True if no two accesses of \p L of which one is a store overlap in part.
static bool accessesAreElements(const Loop &L, ScalarEvolution &SE,
                                AAResults &AA) {
  SmallVector<Access, MostJamAccesses> Accesses;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I))
        Accesses.push_back(describe(I, SE));
  return all_of(Accesses, [&](const Access &A) {
    return !A.IsStore || all_of(Accesses, [&](const Access &B) {
      return areComparable(A, B, AA);
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
