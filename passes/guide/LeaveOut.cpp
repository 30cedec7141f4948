//===- LeaveOut.cpp - Passes that are in vain -----------------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeaveOut.h"
#include "ScratchFunction.h"
#include "takt/passes/Guide.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

static constexpr StringLiteral StraightName = "takt.straight";

void takt::leaveToStraightCode(Loop &L) {
  addStringMetadataToLoop(&L, "llvm.loop.vectorize.enable", 0);
  addStringMetadataToLoop(&L, StraightName.data(), 1);
}

static bool isStraight(const Loop &L) {
  return getBooleanLoopAttribute(&L, StraightName);
}

/// True if eliminating loads of \p F is in vain.
static bool isLeftOut(const Function &F, bool OfVectorised) {
  const DominatorTree DT(const_cast<Function &>(F));
  const LoopInfo LI(DT);
  const auto Stores = [](const BasicBlock *BB) {
    return any_of(*BB,
                  [](const Instruction &I) { return I.mayWriteToMemory(); });
  };
  const SmallVector<Loop *, 8> Loops = numberedLoops(LI);
  return (OfVectorised ||
          any_of(Loops, [](const Loop *L) { return isStraight(*L); })) &&
         all_of(Loops, [&](const Loop *L) {
           return isStraight(*L) ||
                  (OfVectorised &&
                   getBooleanLoopAttribute(L, "llvm.loop.isvectorized")) ||
                  none_of(L->blocks(), Stores);
         });
}

void takt::leaveOutInRows(PassInstrumentationCallbacks &PIC) {
  leaveOutLoadElimination(PIC, /*OfVectorised=*/false);
}

void takt::leaveOutLoadElimination(PassInstrumentationCallbacks &PIC,
                                   bool OfVectorised) {
  PIC.registerShouldRunOptionalPassCallback([=](StringRef Pass, Any IR) {
    const auto *const *F = any_cast<const Function *>(&IR);
    return Pass != "LoopLoadEliminationPass" || !F ||
           !isLeftOut(**F, OfVectorised);
  });
}
