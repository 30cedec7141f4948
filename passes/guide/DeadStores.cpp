//===- DeadStores.cpp - Stores that a later one overwrites ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadStores.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace takt;

AAManager takt::scopesFirst() {
  AAManager AA;
  AA.registerFunctionAnalysis<ScopedNoAliasAA>();
  AA.registerFunctionAnalysis<BasicAA>();
  AA.registerFunctionAnalysis<TypeBasedAA>();
  return AA;
}

namespace {
/// Whether a read may meet a store, with one answer for all that bear the same
/// marks.
class Meetings {
public:
  explicit Meetings(AAResults &AA) : Aliases(AA), Query(AA) {}

  bool mayMeet(const MemoryLocation &Read, const MemoryLocation &Store) {
    return !apartByMarks(Read, Store) &&
           Aliases.alias(Read, Store) != AliasResult::NoAlias;
  }

private:
  bool apartByMarks(const MemoryLocation &Read, const MemoryLocation &Store) {
    const auto [It, IsNew] =
        Apart.try_emplace({{Read.AATags.Scope, Read.AATags.NoAlias},
                           {Store.AATags.Scope, Store.AATags.NoAlias}},
                          false);
    if (IsNew)
      It->second =
          Scopes.alias(Read, Store, Query, nullptr) == AliasResult::NoAlias;
    return It->second;
  }

  using Marks = std::pair<const MDNode *, const MDNode *>;
  DenseMap<std::pair<Marks, Marks>, bool> Apart;
  ScopedNoAliasAAResult Scopes;
  BatchAAResults Aliases;
  SimpleAAQueryInfo Query;
};
} // namespace

/// True if \p I neither reads memory nor leaves its block, whatever LLVM says
/// of it to keep it where it is.
static bool isOnlyNoted(const Instruction &I) {
  return isa<NoAliasScopeDeclInst>(I) || isa<AssumeInst>(I) ||
         isa<DbgInfoIntrinsic>(I);
}

/// True if all of what \p Old stores is overwritten by \p New to the same
/// place.
static bool overwrites(const StoreInst &New, const StoreInst &Old) {
  const DataLayout &DL = New.getModule()->getDataLayout();
  return TypeSize::isKnownGE(
      DL.getTypeStoreSize(New.getValueOperand()->getType()),
      DL.getTypeStoreSize(Old.getValueOperand()->getType()));
}

/// The pointers that \p BB stores through more than once.
static SmallPtrSet<const Value *, 32> storedTwice(const BasicBlock &BB) {
  SmallPtrSet<const Value *, 32> Once, Twice;
  for (const Instruction &I : BB)
    if (const auto *Store = dyn_cast<StoreInst>(&I))
      if (!Once.insert(Store->getPointerOperand()).second)
        Twice.insert(Store->getPointerOperand());
  return Twice;
}

static unsigned removeDeadStores(BasicBlock &BB, Meetings &M) {
  // All others nothing overwrites: no read need be compared with them.
  const SmallPtrSet<const Value *, 32> Twice = storedTwice(BB);
  if (Twice.empty())
    return 0;
  unsigned Removed = 0;
  // The last stores to their places, which nothing has read since.
  SmallMapVector<const Value *, StoreInst *, 32> Unread;
  for (Instruction &I : make_early_inc_range(BB)) {
    if (isOnlyNoted(I))
      continue;
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple()) {
      if (!Twice.contains(Store->getPointerOperand()))
        continue;
      StoreInst *&Last = Unread[Store->getPointerOperand()];
      if (Last && overwrites(*Store, *Last)) {
        Last->eraseFromParent();
        ++Removed;
      }
      Last = Store;
      continue;
    }
    if (const auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple()) {
      const MemoryLocation Read = MemoryLocation::get(Load);
      Unread.remove_if([&](const auto &Entry) {
        return M.mayMeet(Read, MemoryLocation::get(Entry.second));
      });
      continue;
    }
    if (I.mayReadOrWriteMemory() ||
        !isGuaranteedToTransferExecutionToSuccessor(&I))
      Unread.clear();
  }
  return Removed;
}

unsigned takt::removeDeadStores(Function &F, AAResults &AA) {
  Meetings M(AA);
  unsigned Removed = 0;
  for (BasicBlock &BB : F)
    Removed += ::removeDeadStores(BB, M);
  return Removed;
}
