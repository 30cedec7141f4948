//===- GuidedFunction.cpp - A function whose shape is chosen --------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuidedFunction.h"
#include "FunctionFacts.h"
#include "FunctionShaper.h"
#include "GuideCandidates.h"
#include "LoopRows.h"
#include "takt/passes/Options.h"
#include "takt/passes/Remarks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace takt;

/// The bits that FunctionShape::VectorBits takes for none at all.
static constexpr unsigned NoVectors = 64;

/// True if \p F has no innermost loops but \p Loops.
static bool areAll(Function &F, FunctionAnalysisManager &AM,
                   ArrayRef<GuidedLoop> Loops) {
  return !Loops.empty() &&
         Loops.size() == numberedLoops(AM.getResult<LoopAnalysis>(F)).size();
}

/// The same, and it may be given a shape.
static bool mayShapeAll(Function &F, FunctionAnalysisManager &AM,
                        ArrayRef<GuidedLoop> Loops) {
  return options().GuideUnroll && areAll(F, AM, Loops);
}

static unsigned bitsOf(const TargetTransformInfo &TTI) {
  return TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
      .getFixedValue();
}

unsigned takt::widerBits(Function &F, const TargetMachine &TM) {
  if (F.hasFnAttribute(VectorBitsName))
    return 0;
  const unsigned Preferred = bitsOf(TM.getTargetTransformInfo(F));
  F.addFnAttr(VectorBitsName, std::to_string(2 * Preferred));
  const unsigned Bits = bitsOf(TM.getTargetTransformInfo(F));
  F.removeFnAttr(VectorBitsName);
  return Bits > Preferred ? Bits : 0;
}

/// The bits of the widest vectors of \p F's target.
static unsigned widestBits(Function &F, FunctionAnalysisManager &AM) {
  return bitsOf(AM.getResult<TargetIRAnalysis>(F));
}

/// True if vectors of other bits may be asked for in \p F. Other targets know
/// one width only, and are not asked.
static bool mayAskForBits(const Function &F, unsigned Widest) {
  return options().GuideInterleave && !F.hasFnAttribute(VectorBitsName) &&
         Widest > 128;
}

/// Accesses marked as apart, and vectors of half the width where they are wide:
/// for straight code they gain as for loops.
static FunctionShape apartAndNarrow(const Function &F, unsigned Widest) {
  return {0, 0, mayAskForBits(F, Widest) && Widest > 256 ? Widest / 2 : 0,
          true};
}

FunctionShape takt::shapeAhead(Function &F, FunctionAnalysisManager &AM,
                               FunctionFacts &Facts,
                               ArrayRef<GuidedLoop> Loops) {
  if (!mayShapeAll(F, AM, Loops))
    return {};
  if (any_of(Loops, [](const GuidedLoop &G) { return G.KeepsRow; }))
    return Facts.apart().empty() ? FunctionShape()
                                 : apartAndNarrow(F, widestBits(F, AM));
  // Loops that LLVM makes no vectors of.
  ScalarEvolution &SE = Facts.scalarEvolution();
  if (all_of(Loops, [&](const GuidedLoop &G) {
        return !G.Distance.MayReorder && worksInRows(*G.L, SE);
      }))
    return {0, 4, 0, !Facts.apart().empty()};
  return {};
}

GuidedFunction::GuidedFunction(Function &F, FunctionAnalysisManager &AM,
                               FunctionFacts &Facts, bool MayJam,
                               unsigned Wider, ArrayRef<GuidedLoop> Loops)
    : Loops(Loops), Wider(Wider) {
  if (Wider && areAll(F, AM, Loops) &&
      any_of(Loops, [](const GuidedLoop &G) { return G.Vectorised; }))
    Candidates.push_back({0, 0, Wider, false});
  if (mayShapeAll(F, AM, Loops))
    findCandidates(F, AM, Facts, MayJam);
}

void GuidedFunction::findCandidates(Function &F, FunctionAnalysisManager &AM,
                                    FunctionFacts &Facts, bool MayJam) {
  ScalarEvolution &SE = Facts.scalarEvolution();
  const unsigned Widest = widestBits(F, AM);
  const bool IsApart = !Facts.apart().empty();
  if (MayJam)
    Candidates.push_back({4, 0, 0, IsApart});
  const auto IsStraight = [](const GuidedLoop &G) { return !G.Vectorised; };
  const auto KeepsRow = [&](const GuidedLoop &G) {
    return IsStraight(G) && G.KeepsRow;
  };
  // Without vectors where that can be asked for: the vectoriser of straight
  // code takes a row as one vector, and seldom gains from it, unless what keeps
  // it from better ones is that it does not know accesses to be apart. Four at
  // a time are hardly ever faster than two, and take twice as long to compile.
  if (!IsApart && any_of(Loops, KeepsRow))
    Candidates.push_back(
        {0, 2, mayAskForBits(F, Widest) ? NoVectors : 0, false});
  // A chain of dependences takes as long in any shape.
  const auto Waits = [](const GuidedLoop &G) {
    constexpr double Most = 0.95;
    return G.Before.ChainCycles > Most * G.Before.CyclesPerSourceIteration;
  };
  const auto InRows = [&](const GuidedLoop &G) {
    return worksInRows(*G.L, SE);
  };
  // Accesses apart are for both vectorisers, which know by themselves that
  // loads are apart, and half the width is for that of straight code, as loops'
  // shapes have it, too.
  if (IsApart && any_of(Loops, [&](const GuidedLoop &G) {
        return (IsStraight(G) && storesInRows(*G.L, SE) && !Waits(G)) ||
               KeepsRow(G);
      })) {
    auto &List =
        any_of(Loops, InRows) || any_of(Loops, KeepsRow) ? Candidates : Others;
    const FunctionShape Narrow = apartAndNarrow(F, Widest);
    List.push_back(Narrow);
    if (Narrow.VectorBits)
      List.push_back({0, 0, 0, true});
  }
  // Vectors of what does not lie in a row are made of single elements.
  if (all_of(Loops, [&](const GuidedLoop &G) {
        return IsStraight(G) && worksInRows(*G.L, SE) && !Waits(G);
      }))
    Candidates.push_back({0, 4, 0, IsApart});
}

unsigned GuidedFunction::expectedInstrs(const FunctionShape &Shape) const {
  unsigned Instrs = 0;
  for (const GuidedLoop &G : Loops) {
    // LLVM unrolls what is not unrolled yet.
    const unsigned More =
        Shape.Unroll / std::max(1u, G.Before.SourceIterations);
    Instrs += G.Before.Instrs * std::max({1u, Shape.Jam, More});
  }
  if (Wider && Shape.VectorBits == Wider)
    return Instrs;
  // Half as wide vectors are twice as many.
  return Shape.VectorBits > NoVectors ? 2 * Instrs : Instrs;
}

std::optional<LoopCost> GuidedFunction::costOf(const GuidedLoop &G,
                                               const FunctionShape &S,
                                               const ScratchResult &R) const {
  return is_contained(R.Jammed, G.Number)
             ? jammedCostOf(
                   R, G.Number, S.Jam,
                   {G.Trips, G.OuterTrips, G.TripsKnown, G.OuterTripsKnown})
             : takt::costOf(R, G.Number, {}, G.Trips, G.TripsKnown);
}

void GuidedFunction::judgeAhead(const FunctionShape &Shape,
                                const ScratchResult &R) {
  llvm::erase(Candidates, Shape);
  llvm::erase(Others, Shape);
  judge(Shape, R);
}

void GuidedFunction::judge(const FunctionShape &Shape, const ScratchResult &R) {
  const bool Unrolls = Shape.Jam || Shape.Unroll;
  // More than noise of the model.
  constexpr double MostLoss = 1.02;
  SmallVector<LoopCost, 4> Costs;
  double Cycles = 0, Before = 0;
  bool IsWorse = Unrolls && !R.Unrolled;
  for (const GuidedLoop &G : Loops) {
    const std::optional<LoopCost> Cost = costOf(G, Shape, R);
    dumpShape(G, Shape, Cost);
    if (!Cost) {
      IsWorse = true;
      continue;
    }
    // What is around it another loop's shape may have added: that counts in
    // the sum.
    IsWorse |= Cost->CyclesPerEntry - Cost->AroundCycles >
               (G.Before.CyclesPerEntry - G.Before.AroundCycles) * MostLoss;
    Cycles += Cost->CyclesPerEntry;
    Before += G.Before.CyclesPerEntry;
    Costs.push_back(*Cost);
  }
  if (IsWorse || Cycles > Before * (1 - LeastGain) ||
      (!Best.isDefault() && Cycles >= BestCycles))
    return;
  Best = Shape;
  BestCycles = Cycles;
  BestCosts = std::move(Costs);
}

FunctionShape GuidedFunction::best(ArrayRef<GuidedLoop> Shaped) const {
  if (Best.isDefault())
    return {};
  double Cycles = 0;
  for (const GuidedLoop &G : Loops) {
    const auto *Other = find_if(Shaped, [&](const GuidedLoop &Loop) {
      return Loop.Number == G.Number;
    });
    Cycles += Other == Shaped.end() ? G.Before.CyclesPerEntry
                                    : Other->BestCost.CyclesPerEntry;
  }
  return BestCycles < Cycles ? Best : FunctionShape();
}

void GuidedFunction::emitRemarks(OptimizationRemarkEmitter &ORE,
                                 SaidCopies &Said) const {
  for (auto [G, Cost] : zip(Loops, BestCosts))
    if (Cost.CyclesPerEntry < G.Before.CyclesPerEntry &&
        Cost.CyclesPerSourceIteration < G.Before.CyclesPerSourceIteration)
      emitGuideRemark(ORE, G, Best, Cost, Said);
}
