//===- LoopDistance.cpp - How many iterations may run at a time -----------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopDistance.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <optional>

using namespace llvm;
using namespace takt;

bool LoopDistance::allows(const LoopShape &S) const {
  if (S.Interleave <= 1 || (MayReorder && Iterations == NoEnd))
    return true;
  const uint64_t Width = S.Width ? S.Width : Elements;
  return MayReorder && Width * S.Interleave <= Iterations;
}

namespace {
/// Of what a loop loads and stores, and of what it sums up.
struct Bits {
  uint64_t Narrowest, Widest;
};
} // namespace

static Bits bitsOf(const Loop &L, ScalarEvolution &SE) {
  Bits B = {std::numeric_limits<uint64_t>::max(), 1};
  const DataLayout &DL = L.getHeader()->getDataLayout();
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I)) {
        const uint64_t N =
            DL.getTypeSizeInBits(getLoadStoreType(&I)).getKnownMinValue();
        B = {std::min(B.Narrowest, N), std::max(B.Widest, N)};
      }
  // LLVM finds out of how few bits a sum is, and may take it for a type of
  // these.
  for (PHINode &Phi : L.getHeader()->phis())
    if (!SE.isSCEVable(Phi.getType()))
      B.Narrowest = std::min<uint64_t>(
          B.Narrowest, DL.getTypeSizeInBits(Phi.getType()).getKnownMinValue());
    else if (!isa<SCEVAddRecExpr>(SE.getSCEV(&Phi)))
      B.Narrowest = std::min<uint64_t>(B.Narrowest, 8);
  return B;
}

/// Bits of the largest vector register.
static uint64_t registerBits(const TargetTransformInfo &TTI) {
  using Kind = TargetTransformInfo;
  const uint64_t Fixed =
      TTI.getRegisterBitWidth(Kind::RGK_FixedWidthVector).getFixedValue();
  if (!TTI.supportsScalableVectors())
    return Fixed;
  // The architecture's most (AArch64: 2048 bits), if no less is said.
  constexpr unsigned MostScale = 16;
  return std::max<uint64_t>(
      Fixed,
      TTI.getRegisterBitWidth(Kind::RGK_ScalableVector).getKnownMinValue() *
          TTI.getMaxVScale().value_or(MostScale));
}

/// Iterations of \p L that may be done at a time as far as \p A and \p B, of
/// one size and step, go, if that is known: the access of the last one that
/// comes first must end before the other one of the first one begins.
static std::optional<uint64_t> between(Instruction *A, Instruction *B,
                                       const Loop &L, ScalarEvolution &SE) {
  const SCEV *From = SE.getSCEV(getLoadStorePointerOperand(A));
  const SCEV *To = SE.getSCEV(getLoadStorePointerOperand(B));
  const auto *Moves = dyn_cast<SCEVAddRecExpr>(From);
  const auto *Step = Moves && Moves->getLoop() == &L
                         ? dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE))
                         : nullptr;
  const auto *Apart = dyn_cast<SCEVConstant>(SE.getMinusSCEV(To, From));
  if (!Step || Step->isZero() || !Apart)
    return std::nullopt;
  const uint64_t Size = A->getDataLayout()
                            .getTypeStoreSize(getLoadStoreType(A))
                            .getKnownMinValue(),
                 Bytes = Apart->getAPInt().abs().getLimitedValue();
  if (Bytes < Size)
    return 1;
  return (Bytes - Size) / Step->getAPInt().abs().getLimitedValue() + 1;
}

LoopDistance takt::distanceOf(const Loop &L, const LoopAccessInfo &Accesses,
                              ScalarEvolution &SE,
                              const TargetTransformInfo &TTI) {
  LoopDistance D;
  D.MayReorder = Accesses.canVectorizeMemory();
  const MemoryDepChecker &Checker = Accesses.getDepChecker();
  if (!D.MayReorder || Checker.isSafeForAnyVectorWidth())
    return D;
  const Bits B = bitsOf(L, SE);
  // In iterations it is at least as much, whatever access it comes from.
  const uint64_t OfLLVM = Checker.getMaxSafeVectorWidthInBits() / B.Widest;
  D.Elements =
      std::max<uint64_t>(std::min(registerBits(TTI) / B.Narrowest, OfLLVM), 1);
  const auto *Dependences = Checker.getDependences();
  if (!Dependences) {
    D.Iterations = OfLLVM;
    return D;
  }
  for (const MemoryDepChecker::Dependence &Dep : *Dependences)
    if (Dep.isPossiblyBackward())
      D.Iterations =
          std::min(D.Iterations, between(Dep.getSource(Checker),
                                         Dep.getDestination(Checker), L, SE)
                                     .value_or(OfLLVM));
  return D;
}
