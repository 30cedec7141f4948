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
    const Rational Cycles = predict(*K, C, Detail::Cycles).Cycles;
    Range.Least = std::min(Range.Least, Cycles);
    Range.Most = std::max(Range.Most, Cycles);
    ++Range.Places;
  }
  return Range;
}
