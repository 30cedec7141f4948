//===- FindGuidedLoops.cpp - Loops that may get another shape -------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFacts.h"
#include "FunctionShaper.h"
#include "GuideCandidates.h"
#include "GuidedLoop.h"
#include "LoopRows.h"
#include "ScratchFunction.h"
#include "takt/passes/Options.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

/// Source iterations of \p L as code or profile tell them; 0: they do not.
static uint64_t tripsOf(Loop &L, ScalarEvolution &SE) {
  if (const unsigned N = SE.getSmallConstantTripCount(&L))
    return N;
  return getLoopEstimatedTripCount(&L).value_or(0);
}

/// The number that stands for all that a loop may have of which code and
/// profile do not tell it: half of the most, where that is known and less.
static uint64_t assumedTrips(const Loop &L, ScalarEvolution &SE) {
  const uint64_t Assumed = options().GuideTrips;
  // Wide: the most that a counter of 32 bits allows is UINT_MAX.
  const uint64_t Most = SE.getSmallConstantMaxTripCount(&L);
  return Most ? std::min(Assumed, (Most + 1) / 2) : Assumed;
}

/// Takes note of how often the loop around \p G, and \p G in it alone, runs.
static void findOuterTrips(GuidedLoop &G, ScalarEvolution &SE) {
  Loop *Outer = G.L->getParentLoop();
  if (!Outer || Outer->getSubLoops().size() != 1)
    return;
  G.OuterTrips = tripsOf(*Outer, SE);
  G.OuterTripsKnown = G.OuterTrips;
  // As many rows as have the source iterations that are assumed.
  constexpr uint64_t Least = 8;
  if (!G.OuterTripsKnown)
    G.OuterTrips =
        std::max(Least, options().GuideTrips / std::max<uint64_t>(1, G.Trips));
}

/// As GuidedLoop::WidestVector.
static unsigned widestVector(const Loop &L, const TargetTransformInfo &TTI) {
  const DataLayout &DL = L.getHeader()->getDataLayout();
  uint64_t Narrowest = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I)) {
        // Of what is extended as it is loaded the registers are as wide.
        const TypeSize Size = DL.getTypeSizeInBits(
            isWidened(I) ? I.user_back()->getType() : getLoadStoreType(&I));
        // Vectors whose length the CPU chooses are not widened.
        if (Size.isScalable())
          return 0;
        const uint64_t Bits = Size.getFixedValue();
        Narrowest = Narrowest ? std::min(Narrowest, Bits) : Bits;
      }
  const uint64_t Register =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getKnownMinValue();
  return Narrowest ? Register / Narrowest : 0;
}

SmallVector<GuidedLoop, 4> takt::guidedLoops(Function &F,
                                             FunctionAnalysisManager &AM,
                                             FunctionFacts &Facts) {
  SmallVector<GuidedLoop, 4> Loops;
  auto &LI = AM.getResult<LoopAnalysis>(F);
  const auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  ScalarEvolution &SE = Facts.scalarEvolution();
  for (auto [N, L] : enumerate(numberedLoops(LI))) {
    if (!mayShape(*L, TTI))
      continue;
    GuidedLoop G;
    G.L = L;
    G.Number = N;
    G.Trips = tripsOf(*L, SE);
    G.TripsKnown = G.Trips;
    if (!G.TripsKnown)
      G.Trips = assumedTrips(*L, SE);
    findOuterTrips(G, SE);
    G.SharesAccesses = sharesAccesses(*L, SE);
    G.IsCountable = SE.hasLoopInvariantBackedgeTakenCount(L);
    G.KeepsRow = keepsRow(*L, SE);
    // Its iterations store the same places, and it has many accesses, all of
    // which would be compared to find that out.
    if (G.KeepsRow)
      G.Distance.MayReorder = false;
    else
      G.Distance = Facts.distance(*L);
    G.IsUniform = isUniform(*L, SE);
    G.WidestVector = widestVector(*L, TTI);
    Loops.push_back(std::move(G));
  }
  return Loops;
}
