//===- DeadStores.cpp - Stores that a later one overwrites ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadStores.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace takt;

namespace {
/// Goes through one block from its end.
class BlockStores {
public:
  explicit BlockStores(AAResults &AA) : Query(AA), Batch(AA) {}

  unsigned removeDead(BasicBlock &BB) {
    unsigned Removed = 0;
    for (Instruction &I : make_early_inc_range(reverse(BB)))
      if (isDead(I)) {
        I.eraseFromParent();
        ++Removed;
      }
    return Removed;
  }

private:
  /// Takes note of \p I, if it is not dead.
  bool isDead(Instruction &I) {
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
      return isOverwritten(*Store);
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple()) {
      const MemoryLocation Read = MemoryLocation::get(Load);
      Later.remove_if([&](const auto &S) { return mayMeet(Read, S.second); });
    } else if (I.mayReadFromMemory() || I.mayThrow() || !I.willReturn() ||
               I.isVolatile()) {
      Later.clear();
    }
    return false;
  }

  bool isOverwritten(StoreInst &Store) {
    const MemoryLocation Own = MemoryLocation::get(&Store);
    const auto [It, IsFirst] = Later.insert({Store.getPointerOperand(), Own});
    if (IsFirst || !Own.Size.isPrecise() || Own.Size.isScalable() ||
        It->second.Size.isScalable())
      return false;
    if (It->second.Size.getValue() >= Own.Size.getValue())
      return true;
    It->second = Own;
    return false;
  }

  /// Scopes are looked at first: they take no arithmetic on addresses.
  bool mayMeet(const MemoryLocation &A, const MemoryLocation &B) {
    return Scopes.alias(A, B, Query, nullptr) != AliasResult::NoAlias &&
           Batch.alias(A, B) != AliasResult::NoAlias;
  }

  SimpleAAQueryInfo Query;
  BatchAAResults Batch;
  ScopedNoAliasAAResult Scopes;
  /// What is stored behind the instruction at hand and not read in between, by
  /// the pointer.
  MapVector<const Value *, MemoryLocation> Later;
};
} // namespace

unsigned takt::removeDeadStores(Function &F, AAResults &AA) {
  unsigned Removed = 0;
  for (BasicBlock &BB : F)
    Removed += BlockStores(AA).removeDead(BB);
  return Removed;
}
