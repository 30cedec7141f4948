//===- Placement.cpp - Cycles over the places of code -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Placement.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Code that lies at the same offset in lines of this size behaves the same.
static constexpr uint64_t Line = 64;
/// Assemblers align functions at least to this where speed matters.
static constexpr uint64_t LeastStep = 16;

/// Whether the front end is as fast, part by part.
static bool sameParts(const FrontEndLimits &A, const FrontEndLimits &B) {
  return A.Predecode == B.Predecode && A.Decode == B.Decode &&
         A.Microcode == B.Microcode && A.UopCache == B.UopCache &&
         A.LoopStream == B.LoopStream && A.Issue == B.Issue;
}

/// Whether \p K, which is Known's kernel at another place, takes the same
/// cycles, so that it need not be simulated: nothing changes for the front end,
/// or it is so much faster than the rest that its queue hides what changes.
static bool isSame(const Kernel &K, const Cpu &C, const Prediction &Known) {
  const FrontEndLimits L = frontEndLimits(K, C);
  const Rational Two(2);
  return sameParts(L, Known.Parts) ||
         std::max(L.Together, Known.Parts.Together) * Two <= Known.Cycles;
}

std::optional<PlacementRange> takt::placementRange(KernelBuilder &B,
                                                   ArrayRef<CodeInstr> Code,
                                                   Notion N, uint64_t Alignment,
                                                   const Prediction &Known) {
  const Cpu &C = B.cpu();
  if (Alignment >= Line || C.Fetch.Kind == FrontEndKind::Linear)
    return std::nullopt;
  const uint64_t Step = std::max(Alignment, LeastStep);
  PlacementRange Range{Known.Cycles, Known.Cycles, 1};
  std::vector<CodeInstr> Moved = Code.vec();
  for (uint64_t By = Step; By < Line; By += Step) {
    for (CodeInstr &I : Moved)
      I.Offset += Step;
    Expected<Kernel> K = B.build(Moved, N);
    if (!K) {
      // What can be modelled here can be modelled there, but for its address.
      consumeError(K.takeError());
      continue;
    }
    ++Range.Places;
    if (isSame(*K, C, Known))
      continue;
    const Rational Cycles = predict(*K, C, Detail::Cycles).Cycles;
    Range.Least = std::min(Range.Least, Cycles);
    Range.Most = std::max(Range.Most, Cycles);
  }
  return Range;
}
