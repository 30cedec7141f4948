//===- GuideCost.cpp - What a loop costs in a shape -----------------------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuideCost.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace takt;

/// Cycles for entering a loop and leaving it: mostly the misprediction of its
/// last branch, 11 to 20 cycles on the CPUs described, and not every time.
static constexpr double CyclesPerLoop = 10;
/// Instructions per cycle of the straight code around loops.
static constexpr double OutsideRate = 3;

namespace {
struct Piece {
  const ScratchLoop *L;
  unsigned SourceIterations;
};
} // namespace

/// The machine loops of source loop \p Loop with their source iterations, the
/// largest first; empty if these are not known.
static SmallVector<Piece, 4> piecesOf(const ScratchResult &R, unsigned Loop,
                                      const LoopShape &Shape) {
  SmallVector<Piece, 4> Pieces;
  for (const ScratchLoop &L : R.Loops)
    if (L.Loop == Loop)
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

std::optional<LoopCost> takt::costOf(const ScratchResult &R, unsigned Loop,
                                     const LoopShape &Shape, uint64_t Trips) {
  const SmallVector<Piece, 4> Pieces = piecesOf(R, Loop, Shape);
  if (Pieces.empty() ||
      any_of(Pieces, [](const Piece &P) { return !P.L->Cycles; }))
    return std::nullopt;
  LoopCost Cost;
  Cost.CyclesPerEntry = R.InstrsOutside / OutsideRate;
  double Most = -1, PerIteration = 0;
  uint64_t Left = Trips;
  for (const Piece &P : Pieces) {
    Cost.Instrs += P.L->Instrs;
    PerIteration = *P.L->Cycles / P.SourceIterations;
    const uint64_t Times = Left / P.SourceIterations;
    if (!Times)
      continue;
    Left %= P.SourceIterations;
    const double Cycles = static_cast<double>(Times) * *P.L->Cycles;
    Cost.CyclesPerEntry += Cycles + CyclesPerLoop;
    if (Cycles <= Most)
      continue;
    Most = Cycles;
    Cost.CyclesPerSourceIteration = PerIteration;
    Cost.SourceIterations = P.SourceIterations;
    const bool Breakable = P.L->Role == LoopRole::VectorBody;
    Cost.Floor = std::max(P.L->WorkCycles, Breakable ? 0 : P.L->ChainCycles) /
                 P.SourceIterations;
    Cost.Binder = P.L->Binder;
    Cost.Cpu = P.L->Cpu;
  }
  // What no loop does is straight code, as the last loop's at best.
  Cost.CyclesPerEntry += static_cast<double>(Left) * PerIteration;
  return Cost;
}
