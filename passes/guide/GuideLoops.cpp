//===- GuideLoops.cpp - Loop shapes chosen by the model -------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFacts.h"
#include "FunctionShaper.h"
#include "GuideBudget.h"
#include "GuideCandidates.h"
#include "GuidedFunction.h"
#include "takt/passes/Options.h"
#include "takt/passes/SaidCopies.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include <utility>

using namespace llvm;
using namespace takt;

class GuideLoops::Impl {
public:
  explicit Impl(GuideContext Ctx) : Ctx(Ctx) {}
  ~Impl() {
    if (options().Time && Stats.Copies)
      printStats();
  }
  bool hasTarget() const { return Ctx.TM; }
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);

private:
  /// Shares out what may be spent on \p F.
  void beginFunction(Function &F, FunctionAnalysisManager &AM,
                     FunctionFacts &Facts, ArrayRef<GuidedLoop> Loops);
  bool measureDefault(const ScratchFunction &Scratch,
                      SmallVectorImpl<GuidedLoop> &Loops);
  /// Gives the function at hand more of the budget where \p Look, which shows
  /// it as LLVM does it, says that one of \p Loops may well gain much.
  void promiseMore(const ScratchResult &Look, ArrayRef<GuidedLoop> Loops);
  /// Compiles a copy as LLVM does it, and one in the shapes that are worth a
  /// try whatever comes of the first, if the budget allows.
  std::vector<ScratchResult> look(const ScratchFunction &Scratch,
                                  ArrayRef<GuidedLoop> Loops);
  /// Takes away what unrolling in front of the vectoriser, where the budget is
  /// enough for it, does at least as well: the same loops unrolled by as much
  /// behind it, or less.
  void eraseUnrolledBehind(MutableArrayRef<GuidedLoop> Loops,
                           const GuidedFunction &Function) const;
  void tryCandidates(const ScratchFunction &Scratch,
                     MutableArrayRef<GuidedLoop> Loops,
                     GuidedFunction &Function);
  /// Those of the variants with all candidates that the budget is enough for.
  std::vector<ScratchVariant> affordable(ArrayRef<GuidedLoop> Loops,
                                         const GuidedFunction &Function);
  /// Gives \p F or its loops the shapes that were found best.
  PreservedAnalyses applyBest(Function &F, FunctionAnalysisManager &AM,
                              ArrayRef<GuidedLoop> Loops,
                              const GuidedFunction &Function);

  /// Compiles copies in \p Variants; empty if they cannot be compiled.
  std::vector<ScratchResult> compile(const ScratchFunction &Scratch,
                                     ArrayRef<ScratchVariant> Variants);

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
  std::optional<SaidCopies> Said;
  /// Machine instructions of the function at hand outside of guided loops.
  unsigned OtherInstrs = 0;
  /// Whether the first look is to find out if the function at hand may be
  /// jammed, and what it found.
  bool AskForJam = false, MayJam = false;
  /// Whether the budget was not enough for a look, and the user knows.
  bool IsOverBudget = false, SaidBudget = false;
  /// Of the function at hand, as widerBits() if such are wanted; else 0.
  unsigned Wider = 0;
  /// The shape in which it is compiled along with the first look, and what came
  /// out; the default: none is.
  FunctionShape FunctionAhead;
  ScratchResult AheadResult;
};

/// True if \p F is to be made fast.
static bool mayGuide(const Function &F) {
  return !F.hasOptNone() && !F.hasOptSize() && !F.hasMinSize() &&
         !F.hasFnAttribute(Attribute::Cold) && !F.isPresplitCoroutine() &&
         !F.hasFnAttribute(Attribute::Naked);
}

std::vector<ScratchResult>
GuideLoops::Impl::compile(const ScratchFunction &Scratch,
                          ArrayRef<ScratchVariant> Variants) {
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

std::vector<ScratchResult>
GuideLoops::Impl::look(const ScratchFunction &Scratch,
                       ArrayRef<GuidedLoop> Loops) {
  using Ahead = GuideBudget::Ahead;
  LoopShapes Shapes;
  for (const GuidedLoop &G : Loops)
    if (const LoopShape S = shapeAhead(G); !S.isDefault()) {
      Shapes.resize(G.Number + 1);
      Shapes.back() = S;
    }
  std::vector<ScratchVariant> Variants(1);
  Variants.front().AskForJam = AskForJam;
  const bool ShapesAll = !FunctionAhead.isDefault();
  Ahead With = ShapesAll && !FunctionAhead.Unroll ? Ahead::Apart
               : ShapesAll || !Shapes.empty()     ? Ahead::Larger
                                                  : Ahead::Nothing;
  if (!Budget->look(Scratch.size(), With) &&
      !Budget->look(Scratch.size(), With = Ahead::Nothing)) {
    IsOverBudget = true;
    return {};
  }
  if (With == Ahead::Nothing)
    FunctionAhead = FunctionShape();
  else if (ShapesAll)
    Variants.push_back({{}, FunctionAhead});
  else
    Variants.push_back({Shapes, {}});
  std::vector<ScratchResult> R = compile(Scratch, Variants);
  if (!R.empty())
    Budget->looked(R.front().Instrs, R.front().SimulatedUops);
  if (R.size() > 1 && With == Ahead::Larger)
    Budget->lookedAhead(Scratch.size(), R.back().Instrs);
  return R;
}

void GuideLoops::Impl::promiseMore(const ScratchResult &Look,
                                   ArrayRef<GuidedLoop> Loops) {
  // A jammed nest may well take half the time. Inner loops of a known length,
  // which LLVM unrolls completely, seldom do.
  if (MayJam &&
      any_of(Loops, [](const GuidedLoop &G) { return !G.TripsKnown; }))
    Budget->promise();
  // So may vectors of twice the width.
  if (Wider && any_of(Loops, [](const GuidedLoop &G) { return G.Vectorised; }))
    Budget->promise();
  // Or a loop in a shape that needs fewer registers.
  if (any_of(Look.Loops, [&](const ScratchLoop &L) {
        return L.Spills && any_of(Loops, [&](const GuidedLoop &G) {
                 return G.Number == L.Loop;
               });
      }))
    Budget->promiseFewerRegisters();
  if (any_of(Loops, [](const GuidedLoop &G) { return mayGainMuch(G.Before); }))
    Budget->expectMuch();
}

bool GuideLoops::Impl::measureDefault(const ScratchFunction &Scratch,
                                      SmallVectorImpl<GuidedLoop> &Loops) {
  std::vector<ScratchResult> R = look(Scratch, Loops);
  if (R.empty())
    return false;
  OtherInstrs = R.front().Instrs;
  MayJam = R.front().MayJam;
  erase_if(Loops, [&](GuidedLoop &G) {
    const std::optional<LoopCost> Cost =
        costOf(R.front(), G.Number, {}, G.Trips, G.TripsKnown);
    dumpShape(G, LoopShape(), Cost);
    if (!Cost)
      return true;
    G.Before = G.BestCost = *Cost;
    OtherInstrs -= std::min(OtherInstrs, Cost->Instrs);
    G.Vectorised = any_of(R.front().Loops, [&](const ScratchLoop &L) {
      return L.Loop == G.Number &&
             (L.Role == LoopRole::VectorBody || (L.IsOuter && L.VectorLanes));
    });
    if (G.Vectorised)
      G.Width = Cost->VectorLanes;
    G.Candidates = candidatesFor(G);
    if (const LoopShape S = shapeAhead(G); !S.isDefault()) {
      const bool IsCandidate = is_contained(G.Candidates, S);
      llvm::erase(G.Candidates, S);
      if (R.size() > 1 && FunctionAhead.isDefault())
        judge(G, S, costOf(R.back(), G.Number, S, G.Trips, G.TripsKnown));
      else if (IsCandidate)
        G.Candidates.insert(G.Candidates.begin(), S);
    }
    return false;
  });
  promiseMore(R.front(), Loops);
  if (!FunctionAhead.isDefault())
    AheadResult = std::move(R.back());
  return !Loops.empty();
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

std::vector<ScratchVariant>
GuideLoops::Impl::affordable(ArrayRef<GuidedLoop> Loops,
                             const GuidedFunction &Function) {
  std::vector<ScratchVariant> Variants;
  SmallVector<unsigned, 8> Sizes;
  const auto AddAll = [&](ArrayRef<FunctionShape> Shapes) {
    for (const FunctionShape &S : Shapes) {
      Variants.push_back({{}, S});
      Sizes.push_back(Function.expectedInstrs(S) + OtherInstrs);
    }
  };
  AddAll(Function.candidates());
  for (const LoopShapes &Shapes : variantsOf(Loops)) {
    Variants.push_back({Shapes, {}});
    Sizes.push_back(expectedInstrs(Loops, Shapes, OtherInstrs));
  }
  AddAll(Function.others());
  std::vector<ScratchVariant> Chosen;
  for (const unsigned V : Budget->spend(Sizes))
    Chosen.push_back(Variants[V]);
  return Chosen;
}

void GuideLoops::Impl::eraseUnrolledBehind(
    MutableArrayRef<GuidedLoop> Loops, const GuidedFunction &Function) const {
  SmallVector<unsigned, 4> Sizes;
  for (const FunctionShape &S : Function.candidates())
    Sizes.push_back(Function.expectedInstrs(S) + OtherInstrs);
  SmallVector<FunctionShape, 4> Tried = {FunctionAhead};
  for (const unsigned N : Budget->affordable(Sizes))
    Tried.push_back(Function.candidates()[N]);
  for (const FunctionShape &S : Tried) {
    if (!S.Unroll || S.Jam || S.VectorBits)
      continue;
    for (GuidedLoop &G : Loops)
      erase_if(G.Candidates, [&](const LoopShape &L) {
        return L.Width == 1 && L.Interleave == 1 && L.Unroll <= S.Unroll;
      });
  }
}

void GuideLoops::Impl::tryCandidates(const ScratchFunction &Scratch,
                                     MutableArrayRef<GuidedLoop> Loops,
                                     GuidedFunction &Function) {
  const std::vector<ScratchVariant> Variants = affordable(Loops, Function);
  if (Variants.empty())
    return;
  const std::vector<ScratchResult> Results = compile(Scratch, Variants);
  for (auto [Variant, R] : zip(Variants, Results)) {
    const LoopShapes &Shapes = Variant.Loops;
    if (!Variant.Function.isDefault())
      Function.judge(Variant.Function, R);
    for (GuidedLoop &G : Loops)
      if (G.Number < Shapes.size() && !Shapes[G.Number].isDefault())
        judge(G, Shapes[G.Number],
              costOf(R, G.Number, Shapes[G.Number], G.Trips, G.TripsKnown));
  }
}

PreservedAnalyses GuideLoops::Impl::applyBest(Function &F,
                                              FunctionAnalysisManager &AM,
                                              ArrayRef<GuidedLoop> Loops,
                                              const GuidedFunction &Function) {
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  if (const FunctionShape S = Function.best(Loops); !S.isDefault()) {
    ++Stats.Guided;
    Function.emitRemarks(ORE, *Said);
    return applyShape(F, S, AM).Preserved;
  }
  for (const GuidedLoop &G : Loops)
    if (!G.Best.isDefault()) {
      ++Stats.Guided;
      applyShape(*G.L, G.Best);
      emitGuideRemark(ORE, G, *Said);
    }
  // Only metadata of loops has changed.
  return PreservedAnalyses::all();
}

void GuideLoops::Impl::beginFunction(Function &F, FunctionAnalysisManager &AM,
                                     FunctionFacts &Facts,
                                     ArrayRef<GuidedLoop> Loops) {
  if (M != F.getParent()) {
    M = F.getParent();
    Budget.emplace(*M, options().GuideBudget);
    Said.emplace(options().Copies);
    SaidBudget = false;
  }
  Budget->begin(F);
  OtherInstrs = 0;
  MayJam = AskForJam = IsOverBudget = false;
  Wider = options().GuideWide ? widerBits(F, *Ctx.TM) : 0;
  FunctionAhead = shapeAhead(F, AM, Facts, Loops);
  if (!options().GuideUnroll)
    return;
  if (any_of(Loops, [](const GuidedLoop &G) { return G.KeepsRow; }))
    Budget->promise();
  const unsigned Pairs = Facts.jamPairs();
  AskForJam = Pairs && Budget->compare(Pairs);
}

PreservedAnalyses GuideLoops::Impl::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  if (AM.getResult<LoopAnalysis>(F).empty())
    return PreservedAnalyses::all();
  FunctionFacts Facts(F, AM);
  SmallVector<GuidedLoop, 4> Loops = guidedLoops(F, AM, Facts);
  if (Loops.empty())
    return PreservedAnalyses::all();
  if (options().GuideShape || options().GuideFunction) {
    if (options().GuideShape)
      for (const GuidedLoop &G : Loops)
        if (G.Distance.allows(*options().GuideShape))
          applyShape(*G.L, *options().GuideShape);
    return applyShape(F, options().GuideFunction.value_or(FunctionShape()), AM)
        .Preserved;
  }
  if (!Compiler)
    Compiler = std::make_unique<ScratchCompiler>(Ctx);
  beginFunction(F, AM, Facts, Loops);
  Stats.Loops += Loops.size();
  const ScratchFunction Scratch(F);
  const size_t All = Loops.size();
  if (!measureDefault(Scratch, Loops)) {
    if (IsOverBudget && !std::exchange(SaidBudget, true))
      emitBudgetRemark(AM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                       Loops.front());
    return PreservedAnalyses::all();
  }
  GuidedFunction Function(F, AM, Facts, MayJam, Wider, Loops);
  // It would change loops of which it is not known what they cost.
  if (Loops.size() != All)
    FunctionAhead = FunctionShape();
  if (!FunctionAhead.isDefault())
    Function.judgeAhead(FunctionAhead, AheadResult);
  // What else there is mostly takes as long: vectors of another width, other
  // numbers of iterations.
  if (Function.gains())
    return applyBest(F, AM, Loops, Function);
  // What no loop's shape shows: its vectors may be made of several iterations.
  if (!Function.candidates().empty())
    Budget->expectMuch();
  eraseUnrolledBehind(Loops, Function);
  tryCandidates(Scratch, Loops, Function);
  return applyBest(F, AM, Loops, Function);
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
    return I->run(F, AM);
  return PreservedAnalyses::all();
}
