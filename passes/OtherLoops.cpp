//===- OtherLoops.cpp - Advice that other loops of a source loop give -----===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/Advice.h"
#include "takt/passes/FunctionAnalysis.h"
#include "takt/passes/LoopFacts.h"
#include "takt/passes/SourceWords.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>

using namespace llvm;
using namespace takt;

/// Cycles per source iteration.
static double cyclesOfEach(const LoopReport &R) {
  return R.P.Cycles.toDouble() / R.Facts.SourceIterations.value_or(1);
}

std::optional<Advice> takt::adviseOnTrips(const LoopReport &Main,
                                          const LoopReport &Remainder,
                                          unsigned Trips) {
  const unsigned N = Main.Facts.SourceIterations.value_or(1);
  if (!Main.Modelled || !Remainder.Modelled || N < 2 || !Trips ||
      Main.Facts.TripCount)
    return std::nullopt;
  // Where nothing is known of the number but its mean, any remainder is as
  // likely as another one.
  const double Left = Trips < N ? Trips : (N - 1) / 2.0;
  const double Each = cyclesOfEach(Main), LeftEach = cyclesOfEach(Remainder);
  const auto [Divides, Evenly] = wordsAt(Main.Loc).Divides;
  std::string How = "a constant one";
  if (Divides)
    How += std::string(", or ") + Divides + std::to_string(N) + Evenly;
  return Advice{"TripCount", "unknown trip count",
                How + ", at " + std::to_string(Trips) + " iterations (profile)",
                ((Trips - Left) * Each + Left * LeftEach) / Trips, Each};
}

/// Whether \p Scalar may take less for a source iteration than \p R, a
/// vectorised loop: its IR instructions alone, two in each place of the front
/// end, do not take as long.
static bool mayBeFaster(const RoleEvidence &Scalar, const LoopReport &R) {
  if (!R.Modelled || R.Facts.Role != LoopRole::VectorBody ||
      !R.Facts.SourceIterations)
    return false;
  const double Instrs = double(Scalar.Steps.Instrs) /
                        std::max(1u, Scalar.SourceIterations.value_or(1));
  return cyclesOfEach(R) > Instrs / (2 * R.C->Fetch.Width);
}

std::optional<Advice> takt::adviseOnVectors(const LoopReport &Vectors,
                                            const LoopReport &Scalar) {
  if (!Vectors.Modelled || Vectors.Facts.Role != LoopRole::VectorBody ||
      !Vectors.Facts.SourceIterations || !Scalar.Modelled)
    return std::nullopt;
  return Advice{"Vectorization", "slower as vectors",
                wordsAt(Vectors.Loc).NoVectors, cyclesOfEach(Vectors),
                cyclesOfEach(Scalar)};
}

Advice takt::adviseOnContiguity(const LoopReport &R, bool HasVectors) {
  return Advice{"Contiguity",
                HasVectors ? "vectors never run" : "no vectors for any stride",
                wordsAt(R.Loc).Contiguous, cyclesOfEach(R), std::nullopt};
}

std::optional<Advice> takt::adviseOnBlocks(const LoopReport &R,
                                           const LoopReport *Vectors,
                                           uint64_t Most) {
  if (!R.Modelled ||
      (Vectors && (!Vectors->Modelled || !Vectors->Facts.SourceIterations ||
                   *Vectors->Facts.SourceIterations > Most)))
    return std::nullopt;
  const std::string N = std::to_string(Most);
  Advice A{"Blocks", "vectors for " + N + " iterations at most",
           "a loop of " + N + " iterations within another", cyclesOfEach(R),
           std::nullopt};
  if (Vectors)
    A.After = cyclesOfEach(*Vectors);
  return A;
}

/// Whether a loop does its source iterations one by one, or copies of them: in
/// what is left over an iteration may have become vectors by itself.
static bool isScalar(LoopRole Role, const RoleEvidence &E) {
  if (!E.Steps.HasVectors)
    return !isRemainder(Role) || E.SourceIterations;
  return isRemainder(Role) && E.SourceIterations == 1u;
}

std::optional<Advice>
takt::adviseByOthers(const LoopReport &R, size_t I,
                     ArrayRef<RoleEvidence> Evidence, ArrayRef<LoopRole> Roles,
                     function_ref<LoopReport(size_t)> Analyse) {
  const RoleEvidence &E = Evidence[I];
  if (isRemainder(Roles[I]) || !E.Source || !R.Facts.hasCommonPath())
    return std::nullopt;
  const bool HasIdleVectors = any_of(enumerate(Evidence), [&](auto Of) {
    return Of.value().Source == E.Source &&
           Roles[Of.index()] == LoopRole::ForOverlaps;
  });
  if (R.Modelled && Roles[I] != LoopRole::VectorBody &&
      (HasIdleVectors ||
       (E.HasUnknownStride && R.Facts.Blocks == 1 &&
        R.P.BoundBy != Binder::Dependences && wordsAt(R.Loc).HidesStrides)))
    return adviseOnContiguity(R, HasIdleVectors);
  std::optional<Advice> Trips, Vectors, Blocks;
  if (E.BesideFew)
    Blocks = adviseOnBlocks(R, nullptr, *E.BesideFew);
  for (size_t Other = 0; Other != Evidence.size(); ++Other) {
    const RoleEvidence &OfOther = Evidence[Other];
    if (Other == I || OfOther.Source != E.Source)
      continue;
    const bool ByTrips =
        E.ProfiledTrips && !Trips && Roles[Other] == LoopRole::Remainder;
    const bool ByVectors =
        isScalar(Roles[Other], OfOther) && mayBeFaster(OfOther, R);
    if (!ByTrips && !ByVectors && !OfOther.MostIterations)
      continue;
    const LoopReport Left = Analyse(Other);
    if (!Left.Facts.hasCommonPath())
      continue;
    if (OfOther.MostIterations)
      Blocks = adviseOnBlocks(R, &Left, *OfOther.MostIterations);
    if (ByTrips)
      Trips = adviseOnTrips(R, Left, E.ProfiledTrips);
    if (const std::optional<Advice> A = adviseOnVectors(R, Left);
        ByVectors && A && (!Vectors || A->After < Vectors->After))
      Vectors = A;
  }
  // Without vectors less is left over.
  for (const std::optional<Advice> &A : std::array{Blocks, Vectors, Trips})
    if (A && isWorthSaying(*A))
      return A;
  return std::nullopt;
}
