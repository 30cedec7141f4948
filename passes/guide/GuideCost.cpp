//===- GuideCost.cpp - What a loop costs in a shape -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideCost.h"
#include "takt/passes/Options.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace takt;

/// Cycles for entering a loop and leaving it: mostly the misprediction of its
/// last branch, 11 to 20 cycles on the CPUs described, and not every time.
static constexpr double CyclesPerLoop = 10;
/// Instructions per cycle of the straight code around loops.
static constexpr double OutsideRate = 3;

/// As near a bound a prediction counts as bound by it, as Prediction::BoundBy.
static constexpr double AtBoundRange = 0.005;

namespace {
struct Piece {
  const ScratchLoop *L;
  unsigned SourceIterations;
};
} // namespace

/// A loop that is unrolled completely, \p Trips iterations, in an iteration of
/// the loop around it; empty if that is not so.
static SmallVector<Piece, 4> pieceOfOuter(const ScratchResult &R, LoopPlace At,
                                          uint64_t Trips) {
  SmallVector<Piece, 4> Pieces;
  for (const ScratchLoop &L : R.Loops)
    if (L.Loop == At.Loop && L.IsOuter && L.IsRest == At.IsRest)
      Pieces.push_back({&L, static_cast<unsigned>(Trips)});
  if (Pieces.size() != 1 || Trips > UINT16_MAX)
    Pieces.clear();
  return Pieces;
}

/// The machine loops of source loop \p At with their source iterations, the
/// largest first; empty if these are not known.
static SmallVector<Piece, 4> piecesOf(const ScratchResult &R, LoopPlace At,
                                      const LoopShape &Shape) {
  SmallVector<Piece, 4> Pieces;
  for (const ScratchLoop &L : R.Loops)
    if (L.Loop == At.Loop && !L.IsOuter && L.IsRest == At.IsRest &&
        L.Role != LoopRole::ForOverlaps && L.Role != LoopRole::ForFew)
      Pieces.push_back({&L, L.SourceIterations.value_or(0)});
  // Without accesses that move evenly nothing but the shape tells: of a loop
  // that is not vectorised the largest one is the unrolled one.
  if (any_of(Pieces, [](const Piece &P) { return !P.SourceIterations; })) {
    if (Shape.Width != 1 || Shape.Interleave > 1)
      return {};
    llvm::sort(Pieces, [](const Piece &A, const Piece &B) {
      return std::tuple(B.L->Uops, A.L) < std::tuple(A.L->Uops, B.L);
    });
    for (auto [N, P] : enumerate(Pieces))
      P.SourceIterations = N ? 1 : std::max(1u, Shape.Unroll);
  }
  llvm::sort(Pieces, [](const Piece &A, const Piece &B) {
    return std::tuple(B.SourceIterations, A.L) <
           std::tuple(A.SourceIterations, B.L);
  });
  return Pieces;
}

std::string LoopCost::binder() const {
  return describeBinder(predict(*K, *C, Detail::Binder, options().Predictor),
                        *K, *C);
}

/// Cycles of the whole clock in which a core with a lower one does an
/// iteration.
static double wholeCycles(const ScratchLoop &L) {
  return *L.Cycles * 100 / L.ClockPercent;
}

/// The cycles in and around \p Pieces for \p Trips source iterations.
static double entryCycles(ArrayRef<Piece> Pieces, uint64_t Trips) {
  double Cycles = 0, PerIteration = 0;
  for (const Piece &P : Pieces) {
    PerIteration = wholeCycles(*P.L) / P.SourceIterations;
    const uint64_t Times = Trips / P.SourceIterations;
    if (!Times)
      continue;
    Trips %= P.SourceIterations;
    Cycles += static_cast<double>(Times) * wholeCycles(*P.L);
    // What is unrolled completely is neither entered nor left.
    Cycles += P.L->IsOuter ? 0 : CyclesPerLoop;
  }
  // What no loop does is straight code, as the last loop's at best.
  return Cycles + static_cast<double>(Trips) * PerIteration;
}

/// The piece that takes most of the cycles of \p Trips source iterations.
static const Piece &mainPiece(ArrayRef<Piece> Pieces, uint64_t Trips) {
  const Piece *Main = &Pieces.back();
  double Most = -1;
  for (const Piece &P : Pieces) {
    const double Cycles =
        static_cast<double>(Trips / P.SourceIterations) * wholeCycles(*P.L);
    Trips %= P.SourceIterations;
    if (Cycles > Most) {
      Most = Cycles;
      Main = &P;
    }
  }
  return *Main;
}

/// As entryCycles, the mean of numbers from half of \p Trips to one and a half
/// with all kinds of rests.
static double meanEntryCycles(ArrayRef<Piece> Pieces, uint64_t Trips) {
  constexpr unsigned Samples = 16;
  double Sum = 0;
  for (unsigned N = 0; N != Samples; ++N)
    Sum += entryCycles(Pieces, Trips / 2 + N * Trips / Samples + N);
  return Sum / Samples;
}

/// As takt::costOf, of the loop at \p At.
static std::optional<LoopCost> costAt(const ScratchResult &R, LoopPlace At,
                                      const LoopShape &Shape, uint64_t Trips,
                                      bool Known) {
  SmallVector<Piece, 4> Pieces = piecesOf(R, At, Shape);
  // Where nothing but remainders is left the vectors are in straight code, and
  // the loop runs where accesses meet or does the last few elements.
  if (all_of(Pieces, [](const Piece &P) { return isRemainder(P.L->Role); }))
    Pieces.clear();
  if (Pieces.empty() && Known)
    Pieces = pieceOfOuter(R, At, Trips);
  if (Pieces.empty() ||
      any_of(Pieces, [](const Piece &P) { return !P.L->Cycles; }))
    return std::nullopt;
  LoopCost Cost;
  Cost.CyclesPerEntry =
      Known ? entryCycles(Pieces, Trips) : meanEntryCycles(Pieces, Trips);
  // Of what is unrolled completely that is in the loop around it.
  if (!Pieces.front().L->IsOuter)
    Cost.AroundCycles = Pieces.front().L->InstrsAround / OutsideRate;
  Cost.CyclesPerEntry += Cost.AroundCycles;
  for (const Piece &P : Pieces)
    Cost.Instrs += P.L->Instrs;
  const Piece &Main = mainPiece(Pieces, Trips);
  Cost.CyclesPerSourceIteration = *Main.L->Cycles / Main.SourceIterations;
  Cost.AtBound = *Main.L->Cycles <= Main.L->BoundCycles * (1 + AtBoundRange);
  Cost.SourceIterations = Main.SourceIterations;
  Cost.MainInstrs = Main.L->Instrs;
  Cost.LastInstrs = Pieces.back().L->Instrs;
  Cost.VectorLanes = Main.L->VectorLanes;
  Cost.ClockPercent = Main.L->ClockPercent;
  const bool Breakable = Main.L->Role == LoopRole::VectorBody;
  // A chain of one cycle is a counter's, which unrolling shortens.
  const bool HasChain = !Breakable && Main.L->ChainCycles > 1;
  Cost.Floor =
      std::max(Main.L->WorkCycles, HasChain ? Main.L->ChainCycles : 0) /
      Main.SourceIterations;
  Cost.ChainCycles = Main.L->ChainCycles / Main.SourceIterations;
  Cost.PortCycles = Main.L->PortCycles / Main.SourceIterations;
  Cost.FrontEndCycles = Main.L->FrontEndCycles / Main.SourceIterations;
  Cost.K = Main.L->K;
  Cost.C = Main.L->C;
  if (Breakable && Pieces.back().SourceIterations == 1)
    Cost.ScalarFloor =
        std::max(Pieces.back().L->WorkCycles,
                 Pieces.back().L->ChainCycles / ScalarInterleave);
  return Cost;
}

std::optional<LoopCost> takt::costOf(const ScratchResult &R, unsigned Loop,
                                     const LoopShape &Shape, uint64_t Trips,
                                     bool Known) {
  return costAt(R, {Loop}, Shape, Trips, Known);
}

std::optional<LoopCost> takt::jammedCostOf(const ScratchResult &R,
                                           unsigned Loop, unsigned Jam,
                                           const NestTrips &Trips) {
  std::optional<LoopCost> Cost =
      costAt(R, {Loop}, {}, Trips.Inner, Trips.InnerKnown);
  if (!Cost)
    return std::nullopt;
  const std::optional<LoopCost> Rest =
      costAt(R, {Loop, /*IsOuter=*/false, /*IsRest=*/true}, {}, Trips.Inner,
             Trips.InnerKnown);
  // Of an iteration of the outer loop, the mean of those that \p Jammed does
  // with Jam of them at a time and \p Left one by one.
  const auto PerEntry = [&](double Jammed, double Left) {
    constexpr unsigned Samples = 16;
    double Sum = 0;
    for (unsigned N = 0; N != Samples; ++N) {
      const uint64_t Outer =
          Trips.OuterKnown ? Trips.Outer
                           : Trips.Outer / 2 + N * Trips.Outer / Samples + 1;
      Sum += (static_cast<double>(Outer / Jam) * Jammed +
              static_cast<double>(Outer % Jam) * Left) /
             static_cast<double>(Outer);
    }
    return Sum / Samples;
  };
  Cost->CyclesPerEntry =
      PerEntry(Cost->CyclesPerEntry,
               Rest ? Rest->CyclesPerEntry : Cost->CyclesPerEntry / Jam);
  Cost->AroundCycles = PerEntry(
      Cost->AroundCycles, Rest ? Rest->AroundCycles : Cost->AroundCycles / Jam);
  Cost->CyclesPerSourceIteration /= Jam;
  return Cost;
}
