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

LoopDistance FunctionFacts::distance(Loop &L) {
  const auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  const LoopAccessInfo Accesses(
      &L, &SE, &TTI, &AM.getResult<TargetLibraryAnalysis>(F),
      &AM.getResult<AAManager>(F), &AM.getResult<DominatorTreeAnalysis>(F),
      &AM.getResult<LoopAnalysis>(F));
  return distanceOf(L, Accesses, SE, TTI);
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
