//===- RowEnd.cpp - What is left over behind a row ------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/RowEnd.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace takt;

/// The only phi that \p S is not known without; null: there is none, or there
/// are several, or something else is not known either.
static const PHINode *unknownPhi(const SCEV *S) {
  const PHINode *Phi = nullptr;
  const bool Others = SCEVExprContains(S, [&](const SCEV *Part) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    if (!Unknown)
      return isa<SCEVAddRecExpr>(Part);
    const auto *Found = dyn_cast<PHINode>(Unknown->getValue());
    const bool IsOther = !Found || (Phi && Phi != Found);
    Phi = Found;
    return IsOther;
  });
  return Others ? nullptr : Phi;
}

/// How often a loop runs whose latch is left for its header \p Taken times;
/// none: nothing tells.
static std::optional<unsigned> iterations(const SCEV *Taken) {
  const auto *Count = dyn_cast<SCEVConstant>(Taken);
  if (!Count)
    return std::nullopt;
  // From behind its end it would go on until it wraps, in steps of less than
  // 256: it is not entered then. Narrow counters may do as many.
  const APInt &N = Count->getAPInt();
  if (N.getBitWidth() >= 32 && N.getActiveBits() + 8 > N.getBitWidth())
    return 0;
  if (!N.ult(MostBehindRow))
    return std::nullopt;
  return N.getZExtValue() + 1;
}

std::optional<unsigned>
takt::iterationsBehindRow(const Loop &L, ScalarEvolution &SE,
                          function_ref<bool(BasicBlock &)> IsBehindRow) {
  // Where there are two loops one after the other, the second starts where the
  // first one ends.
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Taken))
    return std::nullopt;
  Taken = SE.getSCEVAtScope(Taken, L.getParentLoop());
  const PHINode *Start = unknownPhi(Taken);
  if (!Start)
    return iterations(Taken);
  std::optional<unsigned> Same;
  for (BasicBlock *From : Start->blocks()) {
    if (!IsBehindRow(*From))
      continue;
    ValueToSCEVMapTy Values;
    Values[Start] = SE.getSCEV(Start->getIncomingValueForBlock(From));
    const auto N =
        iterations(SCEVParameterRewriter::rewrite(Taken, SE, Values));
    if (!N || (Same && Same != N))
      return std::nullopt;
    Same = N;
  }
  return Same;
}
