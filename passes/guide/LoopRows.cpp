//===- LoopRows.cpp - Which loops go along rows of memory -----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRows.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// True if \p Access, a load or store, goes on by what it accesses in each
/// iteration of \p L, up or down.
static bool movesBySize(Instruction &Access, const Loop &L,
                        ScalarEvolution &SE) {
  const auto *Moves = dyn_cast<SCEVAddRecExpr>(
      SE.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(&Access))));
  const auto *Step = Moves && Moves->getLoop() == &L
                         ? dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE))
                         : nullptr;
  const TypeSize Size =
      Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access));
  return Step && !Size.isScalable() &&
         Step->getAPInt().abs() == Size.getFixedValue();
}

/// True if \p Access moves in a row or not at all.
static bool isInRow(Instruction &Access, const Loop &L, ScalarEvolution &SE) {
  return movesBySize(Access, L, SE) ||
         L.isLoopInvariant(getLoadStorePointerOperand(&Access));
}

/// True if \p I divides integers by what is no constant.
static bool divides(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return !isa<Constant>(I.getOperand(1));
  default:
    return false;
  }
}

bool takt::storesInRows(const Loop &L, ScalarEvolution &SE) {
  return any_of(L.blocks(), [&](BasicBlock *BB) {
    return any_of(*BB, [&](Instruction &I) {
      return isa<StoreInst>(I) && movesBySize(I, L, SE);
    });
  });
}

bool takt::worksInRows(const Loop &L, ScalarEvolution &SE) {
  return storesInRows(L, SE) && all_of(L.blocks(), [&](BasicBlock *BB) {
           return all_of(*BB, [&](Instruction &I) {
             return !divides(I) &&
                    (!isa<LoadInst, StoreInst>(I) || isInRow(I, L, SE));
           });
         });
}

bool takt::keepsRow(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Least = 4;
  unsigned Stores = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Stores +=
            SE.isLoopInvariant(SE.getSCEV(Store->getPointerOperand()), &L);
  return Stores >= Least;
}

bool takt::mayPassOn(const Loop &L, ScalarEvolution &SE) {
  SmallVector<const SCEVAddRecExpr *, 8> Loaded, Stored;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (Value *P = getLoadStorePointerOperand(&I))
        if (const auto *Moves = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(P));
            Moves && Moves->getLoop() == &L)
          (isa<LoadInst>(I) ? Loaded : Stored).push_back(Moves);
  // Those that move in other ways, or from elsewhere, have no known distance.
  return any_of(Stored, [&](const SCEVAddRecExpr *To) {
    return any_of(Loaded, [&](const SCEVAddRecExpr *From) {
      if (To->getStepRecurrence(SE) != From->getStepRecurrence(SE))
        return false;
      const auto *Distance = dyn_cast<SCEVConstant>(
          SE.getMinusSCEV(To->getStart(), From->getStart()));
      return Distance && !Distance->isZero();
    });
  });
}

bool takt::isWidened(const Instruction &I) {
  return isa<LoadInst>(I) && !I.use_empty() &&
         all_of(I.users(), [](const User *U) {
           return isa<SExtInst, ZExtInst, FPExtInst>(U);
         });
}

bool takt::isUniform(const Loop &L, ScalarEvolution &SE) {
  if (L.getNumBlocks() != 1)
    return false;
  const DataLayout &DL = L.getHeader()->getDataLayout();
  std::optional<TypeSize> Size;
  const auto IsOfSize = [&](Type *T) {
    if (!T->isSized())
      return false;
    if (!Size)
      Size = DL.getTypeSizeInBits(T);
    return *Size == DL.getTypeSizeInBits(T);
  };
  const auto IsCounter = [&](Instruction &I) {
    return SE.isSCEVable(I.getType()) && isa<SCEVAddRecExpr>(SE.getSCEV(&I));
  };
  for (Instruction &I : *L.getHeader()) {
    if (I.isTerminator())
      continue;
    if (isa<LoadInst, StoreInst>(I)) {
      if (!isInRow(I, L, SE) ||
          (!isWidened(I) && !IsOfSize(getLoadStoreType(&I))))
        return false;
      continue;
    }
    // What the loop's end is told from is no vector, nor are addresses.
    const bool IsNoVector =
        I.getType()->isPointerTy() ||
        (I.getType()->isIntegerTy(1) &&
         all_of(I.users(), [](const User *U) { return isa<BranchInst>(U); }));
    if (!IsNoVector && !IsCounter(I) && !IsOfSize(I.getType()))
      return false;
  }
  return true;
}
