//===- GuideCandidates.cpp - Shapes that are worth a try ------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideCandidates.h"
#include "takt/passes/Options.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace takt;

/// But what is bound by its ports or its dependences alone depends on nothing
/// that is simulated, so that a smaller gain counts (docs/guide.md), if it
/// takes no more iterations at a time: these need a longer remainder and
/// registers.
static constexpr double LeastGainAtBound = 0.01;

bool takt::sharesAccesses(const Loop &L, ScalarEvolution &SE) {
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

/// True if vectors may take longer than one element after the other.
static bool mayGainScalar(const LoopCost &Cost) {
  return Cost.ScalarFloor &&
         *Cost.ScalarFloor < Cost.CyclesPerSourceIteration * (1 - LeastGain);
}

/// True if vectors of half the width cannot gain: where all is of one size they
/// are the same instructions, twice as many, and a chain is as long for half as
/// many elements.
static bool isNarrowHopeless(const GuidedLoop &G) {
  const LoopCost &Cost = G.Before;
  return G.IsUniform &&
         std::max({Cost.Floor, 2 * Cost.FrontEndCycles, 2 * Cost.ChainCycles}) >
             Cost.CyclesPerSourceIteration * (1 - LeastGainAtBound);
}

/// As many vectors in flight of half the width, which may be shuffled faster
/// and run on more ports.
static void addNarrow(SmallVectorImpl<LoopShape> &Shapes, const GuidedLoop &G) {
  const unsigned Width = G.Width, Elements = G.Before.SourceIterations;
  if (Width > 2 && Elements % Width == 0 && mayAskForWidth(*G.L) &&
      !isNarrowHopeless(G))
    Shapes.push_back({Width / 2, Elements / Width, 1});
}

/// The same of double the width, which need fewer instructions.
static void addWide(SmallVectorImpl<LoopShape> &Shapes, const GuidedLoop &G) {
  const unsigned Width = G.Width, Elements = G.Before.SourceIterations;
  if (!Width || Elements % Width != 0 || !mayAskForWidth(*G.L))
    return;
  const unsigned Interleave = Elements / Width;
  // Of one vector at a time two make fewer branches.
  if (Interleave == 1)
    Shapes.push_back({0, 2, 1});
  // Beyond a register vectors become several: the shapes above.
  if (!G.WidestVector || Width < G.WidestVector)
    Shapes.push_back({Width * 2, std::max(Interleave / 2, 1u), 1});
}

/// Leaves out of \p Shapes those of the vectorised \p G that are as it is or
/// leave more over.
static void eraseHopeless(SmallVectorImpl<LoopShape> &Shapes,
                          const GuidedLoop &G) {
  erase_if(Shapes, [&](const LoopShape &S) {
    if (S.Width == 1 || !G.Width)
      return false;
    const unsigned Elements = (S.Width ? S.Width : G.Width) * S.Interleave;
    // Of few iterations, as many as are known or at most on average, most would
    // be left over.
    if (2 * Elements * S.Unroll > G.Trips)
      return true;
    // With fewer in flight a chain is as long for fewer elements (one of a
    // single cycle is a counter's).
    const double Chain = G.Before.ChainCycles * G.Before.SourceIterations;
    if (Chain > 1 && Chain > Elements * G.Before.CyclesPerSourceIteration *
                                 (1 - LeastGainAtBound))
      return true;
    // Fewer at a time share fewer loads.
    return !S.Width &&
           (Elements == G.Before.SourceIterations ||
            (G.SharesAccesses && Elements < G.Before.SourceIterations));
  });
}

/// The largest interleave count of all candidates.
static constexpr unsigned MostInterleaved = 8;

/// The shapes worth a try for the vectorised \p G.
static void addVectorShapes(SmallVectorImpl<LoopShape> &Shapes,
                            const GuidedLoop &G) {
  // LLVM interleaves by 4 at most on most CPUs, so what waits for a chain of
  // dependences mostly gains from more.
  constexpr double Most = 0.95;
  const bool IsChain =
      G.Before.ChainCycles > Most * G.Before.CyclesPerSourceIteration;
  if (IsChain || G.SharesAccesses)
    Shapes.push_back({0, MostInterleaved, 1});
  // Gathered and shuffled vectors may take longer than one element each.
  if (mayGainScalar(G.Before))
    Shapes.push_back({1, ScalarInterleave, 1});
  // Where they are the same instructions that is the least to gain from.
  if (!G.IsUniform)
    addNarrow(Shapes, G);
  addWide(Shapes, G);
  for (const unsigned Interleave : {2U, MostInterleaved, 4U, 1U})
    if (const LoopShape S = {0, Interleave, 1}; !is_contained(Shapes, S))
      Shapes.push_back(S);
  if (G.IsUniform)
    addNarrow(Shapes, G);
}

/// True if a loop takes hardly more than a chain of dependences that no shape
/// breaks: there is no more to gain than what the simulation adds to it.
static bool waitsForChain(const LoopCost &Cost) {
  constexpr double Most = 0.85;
  return Cost.ChainCycles >= Most * Cost.CyclesPerSourceIteration &&
         Cost.Floor >= Cost.ChainCycles;
}

/// All shapes worth a try for \p G.
static SmallVector<LoopShape, 8> allCandidates(const GuidedLoop &G) {
  const Options &O = options();
  SmallVector<LoopShape, 8> Shapes;
  if (G.Vectorised) {
    if (O.GuideInterleave)
      addVectorShapes(Shapes, G);
    if (O.GuideUnroll)
      Shapes.push_back({0, 2, 2});
    eraseHopeless(Shapes, G);
    return Shapes;
  }
  if (O.GuideUnroll) {
    Shapes.push_back({1, 1, 4});
    // LLVM unrolls by 8 itself what is small and can be counted: of a large
    // loop hardly more than half of its few branches would be left to save.
    if (G.Before.SourceIterations == 1)
      Shapes.push_back({1, 1, 8});
    Shapes.push_back({1, 1, 1});
    if (!waitsForChain(G.Before))
      Shapes.push_back({1, 1, 2});
  }
  // A chain is as long in all of them.
  if (O.GuideInterleave && G.IsCountable && !waitsForChain(G.Before))
    Shapes.append({{1, 2, 1}, {1, 4, 1}});
  erase_if(Shapes, [&](const LoopShape &S) {
    return S.Interleave == 1 && S.Unroll == G.Before.SourceIterations;
  });
  return Shapes;
}

/// False if the same instructions in another shape cannot gain enough.
static bool hasHope(const GuidedLoop &G) {
  const LoopCost &Cost = G.Before;
  // Each iteration of a loop that is left on what it finds keeps its branches.
  const double Floor =
      G.IsCountable ? Cost.Floor : std::max(Cost.Floor, Cost.PortCycles);
  return Floor < Cost.CyclesPerSourceIteration * (1 - LeastGainAtBound) ||
         mayGainScalar(Cost);
}

bool takt::mayGainMuch(const LoopCost &Cost) {
  constexpr double Much = 1.5;
  return std::min(Cost.Floor, Cost.ScalarFloor.value_or(Cost.Floor)) * Much <
         Cost.CyclesPerSourceIteration;
}

SmallVector<LoopShape, 8> takt::candidatesFor(const GuidedLoop &G) {
  SmallVector<LoopShape, 8> Shapes;
  if (hasHope(G) || (G.Vectorised && G.SharesAccesses))
    Shapes = allCandidates(G);
  // Vectors of another width are other instructions, whatever these need.
  else if (G.Vectorised && options().GuideInterleave)
    addNarrow(Shapes, G);
  erase_if(Shapes, [&](const LoopShape &S) { return !G.Distance.allows(S); });
  return Shapes;
}

LoopShape takt::shapeAhead(const GuidedLoop &G) {
  // Where neighbouring iterations share loads LLVM interleaves too little, for
  // it does not count loads that become one.
  constexpr LoopShape Ahead = {0, 4, 1};
  return G.SharesAccesses && options().GuideInterleave &&
                 G.Distance.allows(Ahead)
             ? Ahead
             : LoopShape();
}

bool takt::isBetter(const LoopCost &New, const LoopCost &Old, bool TripsKnown) {
  if (waitsForChain(Old) && !New.AtBound)
    return false;
  const bool IsSure =
      New.AtBound && New.SourceIterations <= Old.SourceIterations;
  const double Most = 1 - (IsSure ? LeastGainAtBound : LeastGain);
  return New.CyclesPerEntry < Old.CyclesPerEntry * Most &&
         (TripsKnown ||
          New.CyclesPerSourceIteration < Old.CyclesPerSourceIteration * Most);
}

void takt::judge(GuidedLoop &G, const LoopShape &Shape,
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
