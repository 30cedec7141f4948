//===- DeadStores.cpp - Stores that a later one overwrites ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"

using namespace llvm;
using namespace takt;

AAManager takt::scopesFirst() {
  AAManager AA;
  AA.registerFunctionAnalysis<ScopedNoAliasAA>();
  AA.registerFunctionAnalysis<BasicAA>();
  AA.registerFunctionAnalysis<TypeBasedAA>();
  return AA;
}

static bool storesTwice(const BasicBlock &BB) {
  SmallPtrSet<const Value *, 32> Pointers;
  return any_of(BB, [&](const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    return Store && !Pointers.insert(Store->getPointerOperand()).second;
  });
}

void takt::removeDeadStores(Function &F) {
  if (none_of(F, storesTwice))
    return;
  // The caller's analyses ask in another order.
  PassBuilder PB;
  FunctionAnalysisManager AM;
  AM.registerPass(scopesFirst);
  PB.registerFunctionAnalyses(AM);
  DSEPass().run(F, AM);
}
