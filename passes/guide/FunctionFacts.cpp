//===- FunctionFacts.cpp - What decides which shapes are tried ------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFacts.h"
#include "FunctionShaper.h"
#include "JamLegality.h"
#include "ScratchFunction.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

FunctionFacts::FunctionFacts(Function &F, FunctionAnalysisManager &AM)
    : F(F), AM(AM), SE(F, AM.getResult<TargetLibraryAnalysis>(F),
                       AM.getResult<AssumptionAnalysis>(F),
                       AM.getResult<DominatorTreeAnalysis>(F),
                       AM.getResult<LoopAnalysis>(F)) {}

ArrayRef<ApartGroup> FunctionFacts::apart() {
  if (!Apart)
    Apart = findApart(F, SE);
  return *Apart;
}

LoopAccessInfo FunctionFacts::accesses(Loop &L) {
  return LoopAccessInfo(
      &L, &SE, &AM.getResult<TargetIRAnalysis>(F),
      &AM.getResult<TargetLibraryAnalysis>(F), &AM.getResult<AAManager>(F),
      &AM.getResult<DominatorTreeAnalysis>(F), &AM.getResult<LoopAnalysis>(F));
}

bool FunctionFacts::mayReorder(Loop &L) {
  return accesses(L).canVectorizeMemory();
}

/// Bits of the largest vectors that any target of ours has.
static constexpr uint64_t MostVectorBits = 512;

bool FunctionFacts::mayPassDistance(Loop &L, const LoopShape &S) {
  const LoopAccessInfo Accesses = accesses(L);
  const MemoryDepChecker &Checker = Accesses.getDepChecker();
  if (!Accesses.canVectorizeMemory() || Checker.isSafeForAnyVectorWidth())
    return false;
  uint64_t Narrowest = MostVectorBits, Widest = 1;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (!isa<LoadInst, StoreInst>(I))
        continue;
      const TypeSize Size = F.getParent()->getDataLayout().getTypeSizeInBits(
          getLoadStoreType(&I));
      Narrowest = std::min<uint64_t>(Narrowest, Size.getKnownMinValue());
      Widest = std::max<uint64_t>(Widest, Size.getKnownMinValue());
    }
  const uint64_t Width = S.Width ? S.Width : MostVectorBits / Narrowest;
  return Checker.getMaxSafeVectorWidthInBits() / Widest <
         Width * std::max(S.Interleave, 1U);
}

unsigned FunctionFacts::jamPairs() const {
  const auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  unsigned Pairs = 0;
  for (const Loop *L : numberedLoops(AM.getResult<LoopAnalysis>(F)))
    if (const Loop *Outer = jammableParent(*L, TTI)) {
      const unsigned N = accessesIn(*Outer);
      Pairs += N <= MostJamAccesses ? N * (N + 1) / 2 : 0;
    }
  return Pairs;
}
