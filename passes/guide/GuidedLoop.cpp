//===- GuidedLoop.cpp - A loop whose shape is being chosen ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuidedLoop.h"
#include "takt/passes/Dump.h"
#include "takt/passes/Errors.h"
#include "takt/passes/Options.h"
#include "takt/passes/Remarks.h"
#include "takt/passes/SaidCopies.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace takt;

unsigned GuidedLoop::expectedInstrs(const LoopShape &Shape) const {
  if (Vectorised && Shape.Width == 1)
    return Before.LastInstrs * (Shape.Interleave + 1);
  // LLVM interleaves by 4 at most on most CPUs.
  constexpr unsigned MostInterleave = 4;
  const unsigned Old = !Vectorised ? Before.SourceIterations
                       : Width     ? Before.SourceIterations / Width
                                   : MostInterleave;
  // Wider vectors than there are become several.
  const unsigned Wider =
      Vectorised && Width ? std::max(1u, Shape.Width / Width) : 1;
  const unsigned New = (Shape.Interleave ? Shape.Interleave : Old) *
                       std::max(1u, Shape.Unroll) * Wider;
  const unsigned Instrs = Before.Instrs - Before.MainInstrs +
                          Before.MainInstrs * New / std::max(1u, Old);
  // Of shared loads one is left.
  if (SharesAccesses && New > Old)
    return Instrs * 5 / 6;
  // Narrow ones need less shuffling.
  return Shape.Width && Shape.Width < Width ? Instrs * 2 / 3 : Instrs;
}

unsigned takt::expectedInstrs(ArrayRef<GuidedLoop> Loops,
                              ArrayRef<LoopShape> Shapes,
                              unsigned OtherInstrs) {
  unsigned Instrs = 0;
  bool Smaller = true, Scalar = true;
  for (const GuidedLoop &G : Loops) {
    if (G.Candidates.empty() && G.Best.isDefault())
      continue;
    const LoopShape S =
        G.Number < Shapes.size() ? Shapes[G.Number] : LoopShape();
    Instrs += G.expectedInstrs(S);
    Smaller &= S.Width && S.Width < G.Width;
    Scalar &= S.Width == 1;
  }
  // So is the code around narrow vectors, and that around none even more.
  return Instrs + OtherInstrs / (Scalar ? 4 : Smaller ? 2 : 1);
}

std::string takt::describeChange(const GuidedLoop &G) {
  const LoopShape &S = G.Best;
  const auto InsteadOf = [](unsigned Old) {
    return Old ? " instead of " + std::to_string(Old) : std::string();
  };
  if (!G.Vectorised) {
    constexpr const char *Interleaved = "interleaved by ";
    constexpr const char *Unrolled = "unrolled by ";
    const bool Interleaves = S.Interleave > 1;
    const unsigned Count = Interleaves ? S.Interleave : S.Unroll;
    std::string Text =
        (Interleaves ? Interleaved : Unrolled) + std::to_string(Count);
    // As many iterations at a time, so in the other of both ways.
    if (Count == G.Before.SourceIterations && Count > 1)
      return Text + " instead of " + (Interleaves ? Unrolled : Interleaved) +
             std::to_string(Count);
    return Text + InsteadOf(G.Before.SourceIterations);
  }
  if (S.Width == 1)
    return "not vectorised" +
           (S.Interleave > 1
                ? ", interleaved by " + std::to_string(S.Interleave)
                : std::string());
  const unsigned OldInterleave =
      G.Width && G.Before.SourceIterations % G.Width == 0
          ? G.Before.SourceIterations / G.Width
          : 0;
  SmallVector<std::string, 3> Parts;
  if (S.Width && S.Width != G.Width)
    Parts.push_back("vectors of " + std::to_string(S.Width) +
                    InsteadOf(G.Width));
  if (S.Interleave != OldInterleave)
    Parts.push_back("interleaved by " + std::to_string(S.Interleave) +
                    InsteadOf(OldInterleave));
  if (S.Unroll > 1)
    Parts.push_back("unrolled by " + std::to_string(S.Unroll));
  return Parts.empty() ? describe(S) : join(Parts, ", ");
}

/// The remark of \p Name on \p Change, which brings \p G to \p Cost.
static OptimizationRemark guideRemark(StringRef Name, const GuidedLoop &G,
                                      StringRef Change, const LoopCost &Cost,
                                      SaidCopies &Said) {
  using namespace ore;
  const std::string Limit = Cost.binder();
  StringRef Binder = Limit;
  Binder.consume_front("bound by ");
  OptimizationRemark R("takt", Name, G.L->getStartLoc(), G.L->getHeader());
  const auto [Before, After] = placesApart(G.Before.CyclesPerSourceIteration,
                                           Cost.CyclesPerSourceIteration);
  if (Said.isEnough(G.L->getStartLoc(),
                    (Change + ": " + Before + " to " + After).str()))
    R << DiagnosticInfoOptimizationBase::setIsVerbose();
  R << NV("Change", Change) << ": " << NV("CyclesBefore", Before) << " → "
    << NV("CyclesAfter", After) << " cycles per source iteration on "
    << NV("CPU", Cost.C->Name) << " (" << NV("Binder", Binder) << ")";
  if (Cost.ClockPercent < G.Before.ClockPercent)
    R << ", at " << NV("ClockPercent", Cost.ClockPercent) << " % of the clock";
  if (!G.TripsKnown)
    R << ", if it runs " << NV("AssumedIterations", G.Trips) << " iterations";
  if (std::string Into = inlinedInto(G.L->getStartLoc()); !Into.empty())
    R << "; inlined into " << NV("InlinedInto", Into);
  return R;
}

/// Adds what \p R does not say in its text.
static void addCycles(OptimizationRemark &R, const GuidedLoop &G,
                      const LoopCost &Cost) {
  using namespace ore;
  R << NV("EntryCyclesBefore", cyclesText(G.Before.CyclesPerEntry))
    << NV("EntryCyclesAfter", cyclesText(Cost.CyclesPerEntry));
}

void takt::emitGuideRemark(OptimizationRemarkEmitter &ORE, const GuidedLoop &G,
                           SaidCopies &Said) {
  using namespace ore;
  ORE.emit([&] {
    OptimizationRemark R =
        guideRemark("GuidedLoop", G, describeChange(G), G.BestCost, Said);
    R << setExtraArgs() << NV("Width", G.Best.Width)
      << NV("Interleave", G.Best.Interleave) << NV("Unroll", G.Best.Unroll);
    addCycles(R, G, G.BestCost);
    return R;
  });
}

void takt::emitGuideRemark(OptimizationRemarkEmitter &ORE, const GuidedLoop &G,
                           const FunctionShape &Shape, const LoopCost &Cost,
                           SaidCopies &Said) {
  using namespace ore;
  ORE.emit([&] {
    OptimizationRemark R =
        guideRemark("GuidedFunction", G, describe(Shape), Cost, Said);
    if (Shape.Jam && !G.OuterTripsKnown)
      R << (G.TripsKnown ? ", if the loop around it runs "
                         : " and the loop around it ")
        << NV("AssumedOuterIterations", G.OuterTrips);
    R << setExtraArgs() << NV("Jam", Shape.Jam) << NV("Unroll", Shape.Unroll)
      << NV("VectorBits", Shape.VectorBits) << NV("Apart", Shape.Apart);
    addCycles(R, G, Cost);
    return R;
  });
}

void takt::emitBudgetRemark(OptimizationRemarkEmitter &ORE,
                            const GuidedLoop &G) {
  using namespace ore;
  ORE.emit([&] {
    return OptimizationRemarkMissed("takt", "GuideBudget", G.L->getStartLoc(),
                                    G.L->getHeader())
           << "not guided: more than -takt-guide-budget="
           << NV("Budget", options().GuideBudget)
           << " is needed to look at this loop, and maybe at others of the "
              "file";
  });
}

/// Writes a line of -takt-dump-guide, with \p Shape in its middle.
static void dumpLine(const GuidedLoop &G, const Twine &Shape,
                     const std::optional<LoopCost> &Cost) {
  if (options().DumpGuide.empty())
    return;
  const Function &F = *G.L->getHeader()->getParent();
  Error Wrong = appendToDump(options().DumpGuide, [&](raw_ostream &OS) {
    OS << F.getName() << '.' << G.Number << '\t' << Shape << '\t' << G.Trips
       << '\t';
    if (Cost)
      OS << formatv("{0:f2}\t{1:f4}\t{2}\t{3}\t{4}\n", Cost->CyclesPerEntry,
                    Cost->CyclesPerSourceIteration, Cost->SourceIterations,
                    Cost->Instrs, Cost->binder());
    else
      OS << "-\n";
  });
  if (Wrong)
    emitError(*F.getParent(), "takt: " + toString(std::move(Wrong)));
}

void takt::dumpShape(const GuidedLoop &G, const LoopShape &Shape,
                     const std::optional<LoopCost> &Cost) {
  dumpLine(G,
           Twine(Shape.Width) + "\t" + Twine(Shape.Interleave) + "\t" +
               Twine(Shape.Unroll),
           Cost);
}

void takt::dumpShape(const GuidedLoop &G, const FunctionShape &Shape,
                     const std::optional<LoopCost> &Cost) {
  const std::string Jam = Shape.Jam ? "jam " + std::to_string(Shape.Jam)
                                    : (Shape.Apart ? "apart" : "function");
  dumpLine(G,
           Twine(Jam) + "\t" + Twine(Shape.Unroll) + "\t" +
               Twine(Shape.VectorBits),
           Cost);
}
