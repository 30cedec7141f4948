//===- FloatAdvice.cpp - What NaNs and errno cost ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/IRAnalyses.h"
#include "takt/passes/Reductions.h"
#include "takt/passes/SourceWords.h"
#include "takt/passes/Vectorizable.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

/// Whether a vector of square roots takes less than its elements one by one, as
/// far as LLVM's costs tell.
static bool gainsByVectorRoots(const Loop &L, const TargetTransformInfo &TTI) {
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      Type *T = I.getType();
      if (!isa<CallInst>(I) || !T->isFloatingPointTy())
        continue;
      const TypeSize Bits =
          TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);
      const unsigned Lanes = Bits.getFixedValue() / T->getScalarSizeInBits();
      const auto Cost = [&](Type *Of) {
        return TTI.getIntrinsicInstrCost(
            {Intrinsic::sqrt, Of, {Of}},
            TargetTransformInfo::TCK_RecipThroughput);
      };
      return Lanes > 1 &&
             Cost(FixedVectorType::get(T, Lanes)) < Cost(T) * Lanes;
    }
  return false;
}

std::optional<Advice> takt::adviseOnFloats(const LoopReport &R, Loop &L,
                                           IRAnalyses &IR) {
  if (!R.Modelled || !L.getLoopPreheader())
    return std::nullopt;
  const FloatLeave Leave{hasOrderedExtremum(L, IR), setsErrnoForRoots(L, IR)};
  const bool Waits =
      R.P.BoundBy == Binder::Dependences && R.K.MemoryDependences.empty();
  const MachineFunction &MF = *R.Header->getParent();
  if ((!Leave.NoErrno && !(Leave.NoNaNs && Waits)) ||
      !canTakeApart(L, IR, Leave))
    return std::nullopt;
  const unsigned N = R.Facts.SourceIterations.value_or(1);
  std::string How = forVectors(R);
  if (Leave.NoErrno)
    How += "-fno-math-errno";
  if (Leave.NoNaNs)
    How += (Leave.NoErrno ? " " : "") +
           std::string("-fno-honor-nans -fno-signed-zeros");
  if (hasOrderedReduction(L, IR))
    How += " and " + std::string(wordsAt(R.Loc).Reassociate);
  const double Before = R.P.Cycles.toDouble() / N;
  if (!Leave.NoErrno)
    return Advice{"NoNaNs", "NaNs have to be ruled out", How, Before,
                  std::max(R.P.Ports.Cycles, R.P.FrontEnd.Cycles).toDouble() /
                      N};
  const TargetTransformInfo TTI =
      MF.getTarget().getTargetTransformInfo(MF.getFunction());
  if (!isElementwise(L, IR, N) || !gainsByVectorRoots(L, TTI))
    return std::nullopt;
  return Advice{"NoErrno", "no vectors while square roots set errno", How,
                Before, std::nullopt};
}

std::optional<Advice> takt::adviseOnCalls(const LoopReport &R, Loop &L,
                                          IRAnalyses &IR) {
  const std::optional<LibraryCalls> Calls = vectorLibraryCalls(L);
  if (!Calls || !L.getLoopPreheader())
    return std::nullopt;
  FloatLeave Leave;
  Leave.VectorCalls = Leave.NoErrno = true;
  // LLVM may have made vectors around calls for one element each.
  const unsigned N =
      R.Facts.SourceIterations.value_or(1) / std::max(1u, R.Facts.VectorLanes);
  if (!canTakeApart(L, IR, Leave) || !isElementwise(L, IR, N))
    return std::nullopt;
  std::string How = forVectors(R) + "-fveclib=libmvec";
  if (Calls->SetErrno || setsErrnoForRoots(L, IR))
    How += " -fno-math-errno";
  if (hasOrderedReduction(L, IR))
    How += " and " + std::string(wordsAt(R.Loc).Reassociate);
  return Advice{"VectorCalls", "no vectors of " + Calls->First, How,
                /*Before=*/0, std::nullopt};
}
