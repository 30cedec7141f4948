//===- GuideLoops.cpp - Loop shapes chosen by the model -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideCost.h"
#include "takt/passes/Dump.h"
#include "takt/passes/Options.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

/// Less is not worth a change: the model is not more exact.
static constexpr double LeastGain = 0.03;

namespace {
/// An innermost loop that may be given a shape.
struct GuidedLoop {
  Loop *L = nullptr;
  unsigned Number = 0;
  uint64_t Trips = 0;
  /// As LLVM does it.
  LoopCost Before;
  bool Vectorised = false;
  LoopShape Best;
  LoopCost BestCost;
  SmallVector<LoopShape, 8> Candidates;
};
} // namespace

class GuideLoops::Impl {
public:
  explicit Impl(GuideContext Ctx) : Ctx(std::move(Ctx)) {}
  bool hasTarget() const { return Ctx.TM; }
  void run(Function &F, FunctionAnalysisManager &AM);

private:
  SmallVector<GuidedLoop, 4> guidedLoops(Function &F,
                                         FunctionAnalysisManager &AM) const;
  bool measureDefault(const ScratchFunction &Scratch,
                      SmallVectorImpl<GuidedLoop> &Loops);
  void tryCandidates(const ScratchFunction &Scratch,
                     SmallVectorImpl<GuidedLoop> &Loops);
  void settle(const GuidedLoop &G, OptimizationRemarkEmitter &ORE) const;

  GuideContext Ctx;
  std::unique_ptr<ScratchCompiler> Compiler;
};

/// True if \p F is to be made fast.
static bool mayGuide(const Function &F) {
  return !F.hasOptNone() && !F.hasOptSize() && !F.hasMinSize() &&
         !F.hasFnAttribute(Attribute::Cold) && !F.isPresplitCoroutine() &&
         !F.hasFnAttribute(Attribute::Naked);
}

/// Source iterations of \p L: constant, by the profile, or what the options
/// say.
static uint64_t tripsOf(Loop &L, ScalarEvolution &SE) {
  if (const unsigned N = SE.getSmallConstantTripCount(&L))
    return N;
  if (const std::optional<unsigned> N = getLoopEstimatedTripCount(&L))
    if (*N)
      return *N;
  return options().GuideTrips;
}

SmallVector<GuidedLoop, 4>
GuideLoops::Impl::guidedLoops(Function &F, FunctionAnalysisManager &AM) const {
  SmallVector<GuidedLoop, 4> Loops;
  auto &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return Loops;
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  for (auto [N, L] : enumerate(numberedLoops(LI))) {
    if (hasWishes(*L) || !L->getLoopLatch())
      continue;
    GuidedLoop G;
    G.L = L;
    G.Number = N;
    G.Trips = tripsOf(*L, SE);
    Loops.push_back(std::move(G));
  }
  return Loops;
}

/// Writes what \p Shape costs, where that is asked for.
static void dump(const GuidedLoop &G, const LoopShape &Shape,
                 const std::optional<LoopCost> &Cost) {
  if (options().DumpGuide.empty())
    return;
  const Function &F = *G.L->getHeader()->getParent();
  cantFail(appendToDump(options().DumpGuide, [&](raw_ostream &OS) {
    OS << F.getName() << '.' << G.Number << '\t' << Shape.Width << '\t'
       << Shape.Interleave << '\t' << Shape.Unroll << '\t' << G.Trips << '\t';
    if (Cost)
      OS << formatv("{0:f2}\t{1:f4}\t{2}\t{3}\t{4}\n", Cost->CyclesPerEntry,
                    Cost->CyclesPerSourceIteration, Cost->SourceIterations,
                    Cost->Instrs, Cost->Binder);
    else
      OS << "-\n";
  }));
}

/// The shapes worth a try for \p G.
static SmallVector<LoopShape, 8> candidatesFor(const GuidedLoop &G) {
  const Options &O = options();
  SmallVector<LoopShape, 8> Shapes;
  if (G.Vectorised) {
    if (O.GuideInterleave)
      for (unsigned IC : {1, 2, 4, 8})
        Shapes.push_back({0, IC, 1});
    if (O.GuideUnroll)
      for (unsigned UC : {2, 4})
        Shapes.push_back({0, 1, UC});
    return Shapes;
  }
  if (O.GuideUnroll)
    for (unsigned UC : {1, 2, 4, 8})
      Shapes.push_back({1, 1, UC});
  if (O.GuideInterleave)
    for (unsigned IC : {2, 4, 8})
      Shapes.push_back({1, IC, 1});
  return Shapes;
}

bool GuideLoops::Impl::measureDefault(const ScratchFunction &Scratch,
                                      SmallVectorImpl<GuidedLoop> &Loops) {
  Expected<ScratchResult> R = Compiler->compile(Scratch, {});
  if (!R) {
    errs() << toString(R.takeError()) << '\n';
    return false;
  }
  erase_if(Loops, [&](GuidedLoop &G) {
    const std::optional<LoopCost> Cost = costOf(*R, G.Number, {}, G.Trips);
    dump(G, {}, Cost);
    if (!Cost)
      return true;
    G.Before = G.BestCost = *Cost;
    G.Vectorised = any_of(R->Loops, [&](const ScratchLoop &L) {
      return L.Loop == G.Number && L.Role == LoopRole::VectorBody;
    });
    G.Candidates = candidatesFor(G);
    return false;
  });
  return !Loops.empty();
}

void GuideLoops::Impl::tryCandidates(const ScratchFunction &Scratch,
                                     SmallVectorImpl<GuidedLoop> &Loops) {
  size_t Rounds = 0;
  unsigned Last = 0;
  for (const GuidedLoop &G : Loops) {
    Rounds = std::max(Rounds, G.Candidates.size());
    Last = std::max(Last, G.Number);
  }
  for (size_t Round = 0; Round != Rounds; ++Round) {
    SmallVector<LoopShape, 8> Shapes(Last + 1);
    for (const GuidedLoop &G : Loops)
      if (Round < G.Candidates.size())
        Shapes[G.Number] = G.Candidates[Round];
    Expected<ScratchResult> R = Compiler->compile(Scratch, Shapes);
    if (!R) {
      consumeError(R.takeError());
      continue;
    }
    for (GuidedLoop &G : Loops) {
      const LoopShape &Shape = Shapes[G.Number];
      if (Shape.isDefault())
        continue;
      const std::optional<LoopCost> Cost =
          costOf(*R, G.Number, Shape, G.Trips);
      dump(G, Shape, Cost);
      if (Cost && Cost->CyclesPerEntry <
                      G.BestCost.CyclesPerEntry * (1 - LeastGain)) {
        G.Best = Shape;
        G.BestCost = *Cost;
      }
    }
  }
}

void GuideLoops::Impl::settle(const GuidedLoop &G,
                              OptimizationRemarkEmitter &ORE) const {
  if (G.Best.isDefault())
    return;
  applyShape(*G.L, G.Best);
  ORE.emit([&] {
    return OptimizationRemark("takt", "GuidedLoop", G.L->getStartLoc(),
                              G.L->getHeader())
           << describe(G.Best) << ": "
           << formatv("{0:f2} → {1:f2}", G.Before.CyclesPerSourceIteration,
                      G.BestCost.CyclesPerSourceIteration)
                  .str()
           << " cycles per source iteration, " << G.BestCost.Binder;
  });
}

void GuideLoops::Impl::run(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<GuidedLoop, 4> Loops = guidedLoops(F, AM);
  if (Loops.empty())
    return;
  if (!Compiler)
    Compiler = std::make_unique<ScratchCompiler>(Ctx);
  const ScratchFunction Scratch(F);
  if (!measureDefault(Scratch, Loops))
    return;
  tryCandidates(Scratch, Loops);
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (const GuidedLoop &G : Loops)
    settle(G, ORE);
}

GuideLoops::GuideLoops(GuideContext Ctx)
    : I(std::make_unique<Impl>(std::move(Ctx))) {}
GuideLoops::GuideLoops(GuideLoops &&) = default;
GuideLoops::~GuideLoops() = default;

PreservedAnalyses GuideLoops::run(Function &F, FunctionAnalysisManager &AM) {
  if (options().guides() && I->hasTarget() && mayGuide(F))
    I->run(F, AM);
  // Only metadata of loops has changed.
  return PreservedAnalyses::all();
}
