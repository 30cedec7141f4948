//===- SourceIterations.cpp - Source iterations of a loop -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/passes/SourceSteps.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace takt;

/// \p After / \p Before if that is a whole number ≥ 1, else 0.
static uint64_t wholeRatio(int64_t Before, int64_t After) {
  // What is left of the least number, divided by -1, is not defined.
  if (Before == -1)
    return After < 0 ? magnitude(After) : 0;
  return After % Before == 0 && After / Before >= 1 ? After / Before : 0;
}

/// Puts the number of times that \p Now is \p Before into \p Factor. \returns
/// false if it is no whole number, or not that which is there already.
static bool addFactor(std::optional<uint64_t> &Factor, unsigned Before,
                      unsigned Now) {
  if (!Before || Now % Before != 0 || (Factor && *Factor != Now / Before))
    return false;
  Factor = Now / Before;
  return true;
}

/// The factor of which the lanes of gathers and scatters tell: none if they do
/// not or contradict each other.
static std::optional<uint64_t> factorOfLanes(const LoopSteps &Before,
                                             const LoopSteps &After) {
  std::optional<uint64_t> Factor;
  for (auto [Key, Lanes] : After.Lanes)
    if (!addFactor(Factor, Before.Counts.lookup(Key), Lanes))
      return std::nullopt;
  return Factor;
}

/// The factor of which the elements that a vectorised loop loads and stores
/// tell where nothing is put in another order: vectors of which some elements
/// are not wanted have shuffles. None if they do not tell or contradict each
/// other or the vectors that are computed.
static std::optional<uint64_t> factorOfElements(const LoopSteps &Before,
                                                const LoopSteps &After) {
  if (!After.Vectorized || !After.HasVectors || After.HasShuffles ||
      After.HasSeveralLanes)
    return std::nullopt;
  std::optional<uint64_t> Factor;
  for (auto [Key, Elements] : After.Elements)
    if (!addFactor(Factor, Before.Counts.lookup(Key), Elements))
      return std::nullopt;
  if (Factor && After.VectorLanes && *Factor % After.VectorLanes != 0)
    return std::nullopt;
  return Factor;
}

/// The factor by which a loop was unrolled that has no vectors, of which
/// accesses do not tell by their steps: as often as it has each access now.
/// None if these contradict each other, or there are none and it has grown.
/// What is loaded may have been loaded once for several iterations: x[i] and
/// x[i + 1]. The unroller does not mark loops of which it chooses the count
/// itself.
static std::optional<uint64_t> factorOfCopies(const LoopSteps &Before,
                                              const LoopSteps &After) {
  std::optional<uint64_t> Factor;
  for (const SourceKey Key : After.Stores)
    if (!addFactor(Factor, Before.Counts.lookup(Key), After.Counts.lookup(Key)))
      return std::nullopt;
  const bool ByStores = Factor.has_value();
  for (auto [Key, Count] : After.Counts) {
    const unsigned Source = Before.Counts.lookup(Key);
    if (ByStores ? !Source || Count > *Factor * Source
                 : !addFactor(Factor, Source, Count))
      return std::nullopt;
  }
  if (!Factor && After.Instrs < 2 * std::max(1u, Before.Instrs))
    Factor = 1;
  return Factor;
}

/// The factor by which the counter of a loop without accesses moves faster, if
/// it has grown by as much, or by that over the lanes of its vectors, give or
/// take a half: LLVM may count in other units as well.
static std::optional<uint64_t> factorOfCounter(const LoopSteps &Before,
                                               const LoopSteps &After) {
  const bool Vectors = After.Vectorized && After.HasVectors;
  if (!Before.Counter || !After.Counter || !After.Counts.empty() ||
      !After.Lanes.empty() || (Vectors && !After.VectorLanes))
    return std::nullopt;
  const uint64_t Factor = After.Counter / Before.Counter;
  const uint64_t Lanes = Vectors ? After.VectorLanes : 1;
  if (!Factor || After.Counter % Before.Counter != 0 || Factor % Lanes != 0)
    return std::nullopt;
  // To count and to compare takes two, which are not copied.
  constexpr unsigned Counting = 2;
  const uint64_t Body = Before.Instrs > Counting ? Before.Instrs - Counting : 1;
  const uint64_t Grown = Factor / Lanes * Body;
  return After.Instrs <= 2 * (Grown + Counting) &&
                 Grown <= 2 * uint64_t(After.Instrs)
             ? std::optional<uint64_t>(Factor)
             : std::nullopt;
}

bool takt::isForOverlaps(const LoopSteps &Before, const LoopSteps &After) {
  if (!After.Vectorized || !After.HasVectors || After.HasUnknownLanes)
    return false;
  return any_of(After.Closest, [&](const auto &Of) {
    const auto &[Key, Span] = Of;
    const unsigned Source = Before.Counts.lookup(Key);
    const unsigned Elements =
        After.Elements.lookup(Key) + After.Lanes.lookup(Key);
    // In the source they may be so: windows of a row of bytes.
    if (!Source || Before.Closest.contains(Key) ||
        !Before.UnknownSteps.contains(Key))
      return false;
    return Span.Step < wholeRatio(Source, Elements) * Span.Width;
  });
}

/// As sourceIterations, where one of \p After does that of \p Jammed iterations
/// of the loop around it, by which no access moves.
static std::optional<unsigned> iterationsAtOnce(const LoopSteps &Before,
                                                const LoopSteps &After,
                                                unsigned Jammed) {
  // In code that comes already optimised (clang -x ir), what was before the
  // vectoriser this time is not the source. A loop that may not be unrolled may
  // have been so by the unroller, unless it was still fit for the vectoriser.
  const bool VectorizedNow = After.Vectorized && After.HasVectors;
  if (Before.Vectorized || (Before.UnrollDisabled && !VectorizedNow))
    return std::nullopt;
  std::optional<uint64_t> Factor;
  for (auto [Key, Step] : After.Accesses) {
    const int64_t Source = Before.Accesses.lookup(Key);
    if (!Source)
      continue;
    const uint64_t Ratio = wholeRatio(Source, Step);
    if (!Ratio || (Factor && *Factor != Ratio))
      return std::nullopt;
    Factor = Ratio;
  }
  if (Factor)
    Factor = *Factor * Jammed;
  if (!Factor && After.HasUnknownLanes)
    return std::nullopt;
  if (!Factor)
    Factor = factorOfLanes(Before, After);
  if (!Factor && After.Lanes.empty())
    Factor = factorOfElements(Before, After);
  if (!Factor && After.Lanes.empty() && !VectorizedNow &&
      (!After.UnrollDisabled || After.LeftOver))
    Factor = factorOfCopies(Before, After);
  if (!Factor)
    Factor = factorOfCounter(Before, After);
  if (!Factor || *Factor > UINT16_MAX)
    return std::nullopt;
  return static_cast<unsigned>(*Factor);
}

std::optional<unsigned> takt::sourceIterations(const LoopSteps &Before,
                                               const LoopSteps &After) {
  return iterationsAtOnce(Before, After, After.Jammed);
}

std::optional<uint64_t> takt::mostIterations(const LoopSteps &Before,
                                             const LoopSteps &After) {
  std::optional<uint64_t> Most;
  if (!After.Vectorized || !After.HasVectors)
    return Most;
  const unsigned AtATime =
      iterationsAtOnce(Before, After, /*Jammed=*/1).value_or(1);
  for (auto [Key, Period] : Before.Remainders) {
    const unsigned Source = Before.Counts.lookup(Key);
    // Vectors of all there are would be the same in each iteration, and so are
    // loaded in front of the loop.
    const bool IsInFront = Period > 1 && AtATime % Period == 0 &&
                           !After.Elements.contains(Key) &&
                           !After.Lanes.contains(Key);
    if (Source && (After.Elements.lookup(Key) > Source || IsInFront))
      Most = std::min(Period, Most.value_or(Period));
  }
  return Most;
}
