//===- GuideLoops.cpp - Loop shapes chosen by the model -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideBudget.h"
#include "GuidedLoop.h"
#include "takt/passes/Options.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace takt;

/// Less is not worth a change: the model is not more exact. Of the shapes that
/// it takes for up to 5 % faster as many are slower (docs/guide.md).
static constexpr double LeastGain = 0.05;

class GuideLoops::Impl {
public:
  explicit Impl(GuideContext Ctx) : Ctx(Ctx) {}
  ~Impl() {
    if (options().Time && Stats.Copies)
      printStats();
  }
  bool hasTarget() const { return Ctx.TM; }
  void run(Function &F, FunctionAnalysisManager &AM);

private:
  SmallVector<GuidedLoop, 4> guidedLoops(Function &F,
                                         FunctionAnalysisManager &AM) const;
  bool measureDefault(const ScratchFunction &Scratch,
                      SmallVectorImpl<GuidedLoop> &Loops);
  void tryCandidates(const ScratchFunction &Scratch,
                     MutableArrayRef<GuidedLoop> Loops);

  /// Compiles copies in as many of \p Variants as the budget allows; empty if
  /// that is none or they cannot be compiled.
  std::vector<ScratchResult> compile(const ScratchFunction &Scratch,
                                     ArrayRef<LoopShapes> Variants);

  void printStats() const;

  GuideContext Ctx;
  std::unique_ptr<ScratchCompiler> Compiler;
  struct {
    unsigned Loops = 0, Guided = 0, Compilations = 0, Copies = 0;
    uint64_t Instrs = 0;
    double Seconds = 0;
  } Stats;
  /// Of the module that is being compiled.
  const Module *M = nullptr;
  std::optional<GuideBudget> Budget;
};

/// True if \p F is to be made fast.
static bool mayGuide(const Function &F) {
  return !F.hasOptNone() && !F.hasOptSize() && !F.hasMinSize() &&
         !F.hasFnAttribute(Attribute::Cold) && !F.isPresplitCoroutine() &&
         !F.hasFnAttribute(Attribute::Naked);
}

/// Source iterations of \p L as code or profile tell them; 0: they do not.
static uint64_t tripsOf(Loop &L, ScalarEvolution &SE) {
  if (const unsigned N = SE.getSmallConstantTripCount(&L))
    return N;
  return getLoopEstimatedTripCount(&L).value_or(0);
}

/// True if some load of \p L reads what another one reads in an iteration
/// nearby, as in a stencil.
static bool sharesAccesses(const Loop &L, ScalarEvolution &SE) {
  // As many as a loop that is worth unrolling has.
  constexpr unsigned Most = 16;
  // Bytes that a few vectors span.
  constexpr uint64_t Near = 1024;
  const auto IsNear = [&](const SCEV *A, const SCEV *B) {
    const auto *Moves = dyn_cast<SCEVAddRecExpr>(A);
    const auto *Step =
        Moves && Moves->getLoop() == &L
            ? dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE))
            : nullptr;
    const auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(A, B));
    return Step && Distance && !Distance->isZero() &&
           Distance->getAPInt().abs().ule(Near) &&
           Distance->getAPInt().srem(Step->getAPInt()).isZero();
  };
  SmallVector<const SCEV *, Most> Pointers;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I))
        if (Pointers.size() < Most)
          Pointers.push_back(SE.getSCEV(Load->getPointerOperand()));
  for (size_t A = 0; A != Pointers.size(); ++A)
    for (size_t B = 0; B != A; ++B)
      if (IsNear(Pointers[A], Pointers[B]))
        return true;
  return false;
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
    G.TripsKnown = G.Trips;
    if (!G.TripsKnown)
      G.Trips = options().GuideTrips;
    G.SharesAccesses = sharesAccesses(*L, SE);
    Loops.push_back(std::move(G));
  }
  return Loops;
}

/// True if vectors may take longer than one element after the other.
static bool mayGainScalar(const LoopCost &Cost) {
  return Cost.ScalarFloor &&
         *Cost.ScalarFloor < Cost.CyclesPerSourceIteration * (1 - LeastGain);
}

/// Vectors of half or double the width with as many in flight: narrow ones may
/// be shuffled faster and run on more ports, wide ones need fewer instructions.
static void addWidths(SmallVectorImpl<LoopShape> &Shapes, const GuidedLoop &G,
                      bool OnlyNarrow = false) {
  const unsigned Width = G.Width, Elements = G.Before.SourceIterations;
  if (!Width || Elements % Width != 0 || !mayAskForWidth(*G.L))
    return;
  const unsigned Interleave = Elements / Width;
  if (Width / 2 > 1)
    Shapes.push_back({Width / 2, Interleave, 1});
  if (!OnlyNarrow)
    Shapes.push_back({Width * 2, std::max(Interleave / 2, 1u), 1});
}

/// The shapes worth a try for the vectorised \p G.
static void addVectorShapes(SmallVectorImpl<LoopShape> &Shapes,
                            const GuidedLoop &G) {
  // LLVM interleaves by 4 at most on most CPUs, so what waits for a chain of
  // dependences mostly gains from more.
  const bool IsChain = G.Before.ChainCycles >
                       (1 - LeastGain) * G.Before.CyclesPerSourceIteration;
  if (IsChain || G.SharesAccesses)
    Shapes.push_back({0, 8, 1});
  // Gathered and shuffled vectors may take longer than one element each.
  if (mayGainScalar(G.Before))
    Shapes.push_back({1, ScalarInterleave, 1});
  addWidths(Shapes, G);
  if (!IsChain && !G.SharesAccesses)
    Shapes.push_back({0, 8, 1});
  Shapes.append({{0, 2, 1}, {0, 4, 1}, {0, 1, 1}});
  if (G.Width)
    erase_if(Shapes, [&](const LoopShape &S) {
      return !S.Width && S.Interleave * G.Width == G.Before.SourceIterations;
    });
}

/// The shapes worth a try for \p G, the most promising first, for the budget
/// may not be enough for all.
static SmallVector<LoopShape, 8> candidatesFor(const GuidedLoop &G) {
  const Options &O = options();
  SmallVector<LoopShape, 8> Shapes;
  if (G.Vectorised) {
    if (O.GuideInterleave)
      addVectorShapes(Shapes, G);
    if (O.GuideUnroll)
      Shapes.push_back({0, 2, 2});
    return Shapes;
  }
  if (O.GuideUnroll)
    Shapes.append({{1, 1, 8}, {1, 1, 4}, {1, 1, 2}, {1, 1, 1}});
  if (O.GuideInterleave)
    Shapes.append({{1, 2, 1}, {1, 4, 1}});
  erase_if(Shapes, [&](const LoopShape &S) {
    return S.Interleave == 1 && S.Unroll == G.Before.SourceIterations;
  });
  return Shapes;
}

/// False if the same instructions in another shape cannot gain enough.
static bool hasHope(const LoopCost &Cost) {
  return Cost.Floor < Cost.CyclesPerSourceIteration * (1 - LeastGain) ||
         mayGainScalar(Cost);
}

std::vector<ScratchResult>
GuideLoops::Impl::compile(const ScratchFunction &Scratch,
                          ArrayRef<LoopShapes> Variants) {
  Variants = Variants.take_front(
      Budget->spend(Scratch.size(), static_cast<unsigned>(Variants.size())));
  if (Variants.empty())
    return {};
  const double Start = threadSeconds();
  Expected<std::vector<ScratchResult>> R = Compiler->compile(Scratch, Variants);
  Stats.Seconds += threadSeconds() - Start;
  ++Stats.Compilations;
  Stats.Copies += Variants.size();
  Stats.Instrs += Variants.size() * Scratch.size();
  if (R)
    return std::move(*R);
  // Whatever cannot be compiled will say so in the real compilation.
  consumeError(R.takeError());
  return {};
}

bool GuideLoops::Impl::measureDefault(const ScratchFunction &Scratch,
                                      SmallVectorImpl<GuidedLoop> &Loops) {
  const std::vector<ScratchResult> R = compile(Scratch, LoopShapes());
  if (R.empty())
    return false;
  erase_if(Loops, [&](GuidedLoop &G) {
    const std::optional<LoopCost> Cost =
        costOf(R.front(), G.Number, {}, G.Trips, G.TripsKnown);
    dumpShape(G, {}, Cost);
    if (!Cost)
      return true;
    G.Before = G.BestCost = *Cost;
    G.Vectorised = any_of(R.front().Loops, [&](const ScratchLoop &L) {
      return L.Loop == G.Number && L.Role == LoopRole::VectorBody;
    });
    if (G.Vectorised)
      G.Width = Cost->VectorLanes;
    if (hasHope(*Cost) || (G.Vectorised && G.SharesAccesses))
      G.Candidates = candidatesFor(G);
    else if (G.Vectorised && options().GuideInterleave)
      // Vectors of another width are other instructions, whatever these need.
      addWidths(G.Candidates, G, /*OnlyNarrow=*/true);
    return G.Candidates.empty();
  });
  return !Loops.empty();
}

/// True if \p New is so much better than \p Old that it is worth a change. How
/// many iterations there are is a guess where neither code nor profile says: a
/// shape has to win for many, too.
static bool isBetter(const LoopCost &New, const LoopCost &Old,
                     bool TripsKnown) {
  return New.CyclesPerEntry < Old.CyclesPerEntry * (1 - LeastGain) &&
         (TripsKnown || New.CyclesPerSourceIteration <
                            Old.CyclesPerSourceIteration * (1 - LeastGain));
}

/// Takes note of what \p Shape costs.
static void judge(GuidedLoop &G, const LoopShape &Shape,
                  const std::optional<LoopCost> &Cost) {
  dumpShape(G, Shape, Cost);
  if (!Cost)
    return;
  if (isBetter(*Cost, G.Before, G.TripsKnown) &&
      Cost->CyclesPerEntry < G.BestCost.CyclesPerEntry) {
    G.Best = Shape;
    G.BestCost = *Cost;
  }
}

/// The variants in which all candidates of \p Loops occur.
static std::vector<LoopShapes> variantsOf(ArrayRef<GuidedLoop> Loops) {
  std::vector<LoopShapes> Variants;
  for (const GuidedLoop &G : Loops) {
    if (Variants.size() < G.Candidates.size())
      Variants.resize(G.Candidates.size());
    for (auto [V, Shape] : zip(Variants, G.Candidates)) {
      V.resize(std::max<size_t>(V.size(), G.Number + 1));
      V[G.Number] = Shape;
    }
  }
  return Variants;
}

void GuideLoops::Impl::tryCandidates(const ScratchFunction &Scratch,
                                     MutableArrayRef<GuidedLoop> Loops) {
  const std::vector<LoopShapes> Variants = variantsOf(Loops);
  const std::vector<ScratchResult> Results = compile(Scratch, Variants);
  for (auto [Shapes, R] : zip(Variants, Results))
    for (GuidedLoop &G : Loops)
      if (G.Number < Shapes.size() && !Shapes[G.Number].isDefault())
        judge(G, Shapes[G.Number],
              costOf(R, G.Number, Shapes[G.Number], G.Trips, G.TripsKnown));
}

void GuideLoops::Impl::run(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<GuidedLoop, 4> Loops = guidedLoops(F, AM);
  if (Loops.empty())
    return;
  if (options().GuideShape) {
    for (const GuidedLoop &G : Loops)
      applyShape(*G.L, *options().GuideShape);
    return;
  }
  if (!Compiler)
    Compiler = std::make_unique<ScratchCompiler>(Ctx);
  if (M != F.getParent()) {
    M = F.getParent();
    Budget.emplace(*M, options().GuideBudget);
  }
  Budget->begin(F);
  Stats.Loops += Loops.size();
  const ScratchFunction Scratch(F);
  if (!measureDefault(Scratch, Loops))
    return;
  tryCandidates(Scratch, Loops);
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (const GuidedLoop &G : Loops)
    if (!G.Best.isDefault()) {
      ++Stats.Guided;
      applyShape(*G.L, G.Best);
      emitGuideRemark(ORE, G);
    }
}

void GuideLoops::Impl::printStats() const {
  errs() << "takt: " << Stats.Guided << " of " << Stats.Loops
         << " loops guided by " << Stats.Copies << " copies with "
         << Stats.Instrs << " instructions in " << Stats.Compilations
         << " compilations" << format(", %.3f ms\n", Stats.Seconds * 1e3);
}

GuideLoops::GuideLoops(GuideContext Ctx) : I(std::make_unique<Impl>(Ctx)) {}
GuideLoops::GuideLoops(GuideLoops &&) = default;
GuideLoops::~GuideLoops() = default;

PreservedAnalyses GuideLoops::run(Function &F, FunctionAnalysisManager &AM) {
  if (options().guides() && I->hasTarget() && mayGuide(F))
    I->run(F, AM);
  // Only metadata of loops has changed.
  return PreservedAnalyses::all();
}
