//===- UnrollPass.cpp - Unroll and jam by asking the model ----------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../guide/GuideCost.h"
#include "../guide/QuietHandler.h"
#include "../guide/ScratchSummary.h"
#include "CompilingPass.h"
#include "EntryOverlap.h"
#include "LoopNests.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "takt/passes/Options.h"
#include "takt/passes/Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;
using namespace takt;

/// Of its cycles a loop's chain of dependences must be so much to limit it.
static constexpr double NearlyAll = 0.95;
/// Operations of a loop's body beyond which there are no more copies of it.
static constexpr unsigned MostOperations = 512;

namespace {
/// A module whose loops all have one shape, as far as each can have it.
struct Trial {
  NestShape Shape;
  /// By the numbers of loops: it has the shape, and its cost is known.
  SmallVector<bool, 8> Applied;
  ScratchResult Result;
};

/// What a loop costs in a shape.
struct ShapeCost {
  NestShape Shape;
  LoopCost Cost;

  /// Of an iteration of the loop as it was.
  double cyclesPerIteration() const {
    return Cost.CyclesPerSourceIteration / Shape.Unroll;
  }
  /// The loop waits for nothing but a chain of dependences.
  bool isChain() const {
    return Cost.ChainCycles / Shape.Jam >=
           NearlyAll * Cost.CyclesPerSourceIteration;
  }
};

/// What is known of the iterations of an innermost loop.
struct LoopTrips : NestTrips {
  /// Those of the loop around it do not need each other's results.
  bool OuterIndependent = false;
};

class UnrollPass final : public mlir::PassWrapper<UnrollPass, CompilingPass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnrollPass)

  UnrollPass() = default;
  UnrollPass(const UnrollPass &Other) : PassWrapper(Other) {}

  StringRef getArgument() const override { return "takt-unroll"; }
  StringRef getDescription() const override {
    return "Unroll innermost loops, or the loops around them and jam, where "
           "that makes them faster as machine code";
  }
  void getDependentDialects(mlir::DialectRegistry &Registry) const override {
    CompilingPass::getDependentDialects(Registry);
    Registry.insert<mlir::affine::AffineDialect, mlir::scf::SCFDialect>();
  }

  void runOnOperation() override;

private:
  SmallVector<NestShape, 8> shapes() const;
  Expected<Trial> tryShape(const NestShape &Shape, std::string &Problem);
  Error withPlace(Error E);
  std::optional<ShapeCost> costIn(const Trial &T, unsigned Loop) const;
  std::optional<ShapeCost> bestShape(ArrayRef<Trial> Trials,
                                     unsigned Loop) const;

  ListOption<unsigned> Factors{*this, "factors",
                               cl::desc("Counts to try (default: 2,4,8)")};
  Option<bool> Jam{*this, "jam",
                   cl::desc("Try to unroll and jam the loops around, too"),
                   cl::init(true)};

  // Less is within what the model is wrong by.
  Option<int> Threshold{*this, "threshold",
                        cl::desc("Gain over a simpler shape from which on one "
                                 "is taken, in per cent"),
                        cl::init(5)};

  SmallVector<LoopTrips, 8> Trips; ///< by the numbers of loops
};
} // namespace

/// Whether the operations of \p Loop are few enough for so many copies.
static bool staysSmall(mlir::Operation *Loop, const NestShape &Shape) {
  unsigned Operations = 0;
  Loop->walk([&](mlir::Operation *) { ++Operations; });
  return Operations * Shape.Unroll * Shape.Jam <= MostOperations;
}

static LoopTrips tripsOf(mlir::Operation *Loop) {
  LoopTrips T;
  T.Inner = T.Outer = options().GuideTrips;
  T.InnerKnown = T.OuterKnown = false;
  if (const auto Count = tripCount(Loop)) {
    T.Inner = *Count;
    T.InnerKnown = true;
  }
  if (mlir::Operation *const Outer = jammableAround(Loop)) {
    T.OuterIndependent = true;
    if (const auto Count = tripCount(Outer)) {
      T.Outer = *Count;
      T.OuterKnown = true;
    }
  }
  return T;
}

/// What is tried, the simplest first.
SmallVector<NestShape, 8> UnrollPass::shapes() const {
  SmallVector<NestShape, 8> Shapes = {NestShape()};
  SmallVector<unsigned, 4> Counts(Factors.begin(), Factors.end());
  if (Counts.empty())
    Counts = {2, 4, 8};
  llvm::sort(Counts);
  for (const unsigned Count : Counts)
    Shapes.push_back({Count, 1});
  for (const unsigned Count : Counts)
    if (Jam)
      Shapes.push_back({1, Count});
  return Shapes;
}

/// Compiles a copy of the module in which each loop that can have \p Shape has
/// it. What LLVM or Takt's options say is wrong goes to \p Problem.
Expected<Trial> UnrollPass::tryShape(const NestShape &Shape,
                                     std::string &Problem) {
  const mlir::OwningOpRef<mlir::ModuleOp> Copy(getOperation().clone());
  numberLoops(*Copy);
  Trial T{Shape, {}, {}};
  for (mlir::Operation *Loop : innermostLoops(*Copy))
    T.Applied.push_back(staysSmall(Loop, Shape) && applyShape(Loop, Shape));
  if (!is_contained(T.Applied, true))
    return T;
  placeLoops(*Copy);
  LLVMContext C;
  C.setDiagnosticHandler(std::make_unique<QuietHandler>(Problem));
  FunctionAnalyzer Analyzer;
  ScratchScope Scope(Analyzer);
  SmallSet<unsigned, 8> Straight;
  if (Error E = compileModule(*Copy, target(), C, markLoops, [&](Module &M) {
        Straight = loopsInStraightCode(M);
      }))
    return E;
  for (const unsigned Loop : Straight)
    T.Applied[Loop] = false;
  for (const auto &Seen : Scope.Seen)
    llvm::append_range(T.Result.Loops, summarise(Seen.second).Loops);
  return T;
}

/// \p E with the place in the module as the user knows it, not in a copy with
/// numbers.
Error UnrollPass::withPlace(Error E) {
  const mlir::OwningOpRef<mlir::ModuleOp> Copy(getOperation().clone());
  std::string Problem;
  LLVMContext C;
  C.setDiagnosticHandler(std::make_unique<QuietHandler>(Problem));
  Error Placed = compileModule(*Copy, target(), C);
  if (!Placed)
    return E;
  consumeError(std::move(E));
  return Placed;
}

/// Where a chain of dependences limits a loop, its entries overlap, down to
/// what ports and front end need.
static void overlapEntries(ShapeCost &S, const LoopTrips &N) {
  LoopCost &C = S.Cost;
  if (!N.OuterIndependent || !N.InnerKnown || !S.isChain())
    return;
  // Source iterations are those of the loop that is unrolled already.
  const double Trips = static_cast<double>(N.Inner) / S.Shape.Unroll;
  const double Ahead =
      iterationsAhead(*C.K, *C.C, S.Shape.Jam) * C.SourceIterations;
  const double Busy = std::max(C.PortCycles, C.FrontEndCycles) / S.Shape.Jam;
  const double Cycles =
      std::max(C.CyclesPerSourceIteration / (1 + Ahead / Trips),
               std::min(Busy, C.CyclesPerSourceIteration));
  C.CyclesPerEntry -= (C.CyclesPerSourceIteration - Cycles) * Trips;
  C.CyclesPerSourceIteration = Cycles;
}

std::optional<ShapeCost> UnrollPass::costIn(const Trial &T,
                                            unsigned Loop) const {
  const LoopTrips &N = Trips[Loop];
  if (!T.Applied[Loop] || !N.Inner || !N.Outer)
    return std::nullopt;
  std::optional<LoopCost> Cost;
  if (T.Shape.Jam > 1) {
    Cost = jammedCostOf(T.Result, Loop, T.Shape.Jam, N);
  } else if (const uint64_t Times = N.Inner / T.Shape.Unroll) {
    Cost = costOf(T.Result, Loop, {}, Times, N.InnerKnown);
    // What is left over, as the rest of the time at best.
    if (Cost)
      Cost->CyclesPerEntry += Cost->CyclesPerSourceIteration *
                              static_cast<double>(N.Inner % T.Shape.Unroll) /
                              T.Shape.Unroll;
  }
  if (!Cost)
    return std::nullopt;
  ShapeCost Found{T.Shape, *Cost};
  overlapEntries(Found, N);
  return Found;
}

/// What \p Percent of gain leave of \p Cycles.
static double left(double Cycles, int Percent) {
  return Cycles * (100 - Percent) / 100;
}

/// Whether \p After is better than \p Before by so many \p Percent. Jamming
/// breaks chains of dependences; where none limits a loop it saves loads and
/// entering the loop, but makes streams of what was one, of which the model
/// knows little (docs/mlir.md): then it must gain four times as much. In either
/// case that is of each iteration alone.
static bool isBetter(const ShapeCost &Before, const ShapeCost &After,
                     int Percent) {
  constexpr int UnlessChain = 4;
  if (After.Cost.CyclesPerEntry > left(Before.Cost.CyclesPerEntry, Percent))
    return false;
  if (Before.Shape.Jam > 1)
    return true;
  const bool IsClear = After.Shape.Jam == 1 || Before.isChain();
  return After.cyclesPerIteration() <=
         left(Before.cyclesPerIteration(),
              IsClear ? Percent : UnlessChain * Percent);
}

/// The simplest shape than which no other makes \p Loop much faster. The first
/// trial is the module as it is.
std::optional<ShapeCost> UnrollPass::bestShape(ArrayRef<Trial> Trials,
                                               unsigned Loop) const {
  std::optional<ShapeCost> Best = costIn(Trials.front(), Loop);
  if (!Best)
    return std::nullopt;
  for (const Trial &T : Trials.drop_front())
    if (const std::optional<ShapeCost> Cost = costIn(T, Loop);
        Cost && isBetter(*Best, *Cost, Threshold))
      Best = Cost;
  return Best;
}

/// Says what was done to the loop at \p At.
static void say(mlir::Location At, const ShapeCost &Before,
                const ShapeCost &After) {
  const bool Jammed = After.Shape.Jam > 1;
  mlir::emitRemark(At) << (Jammed ? "unrolled and jammed" : "unrolled")
                       << " by "
                       << std::max(After.Shape.Unroll, After.Shape.Jam) << ": "
                       << cyclesText(Before.cyclesPerIteration()) << " → "
                       << cyclesText(After.cyclesPerIteration())
                       << " cycles per iteration"
                       << (Jammed ? " of the loop in it" : "") << " on "
                       << After.Cost.C->Name << ", before "
                       << Before.Cost.binder();
}

/// What is wrong with the counts to try.
static Error checkCounts(ArrayRef<unsigned> Counts) {
  constexpr unsigned Least = 2, Most = 64;
  for (const unsigned Count : Counts)
    if (Count < Least || Count > Most)
      return createStringError(inconvertibleErrorCode(),
                               "factors: " + Twine(Count) + " is not from " +
                                   Twine(Least) + " to " + Twine(Most));
  return Error::success();
}

void UnrollPass::runOnOperation() {
  if (!prepare())
    return;
  if (Error E = checkCounts(Factors))
    return fail(std::move(E));
  const auto Loops = innermostLoops(getOperation());
  if (Loops.empty())
    return;
  Trips.clear();
  for (mlir::Operation *Loop : Loops)
    Trips.push_back(tripsOf(Loop));
  SmallVector<Trial, 8> Trials;
  for (const NestShape &Shape : shapes()) {
    std::string Problem;
    Expected<Trial> T = tryShape(Shape, Problem);
    if (!T)
      return refuse(withPlace(T.takeError()));
    if (!Problem.empty())
      return fail(createStringError(inconvertibleErrorCode(), Problem));
    Trials.push_back(std::move(*T));
  }
  for (auto [N, Loop] : enumerate(Loops)) {
    const std::optional<ShapeCost> Best = bestShape(Trials, N);
    if (!Best || !Best->Shape.changes())
      continue;
    mlir::Operation *const Changed =
        Best->Shape.Jam > 1 ? jammableAround(Loop) : Loop;
    const mlir::Location At = Changed->getLoc();
    if (applyShape(Loop, Best->Shape))
      say(At, *costIn(Trials.front(), N), *Best);
  }
}

void takt::registerUnrollPass() { mlir::PassRegistration<UnrollPass>(); }
