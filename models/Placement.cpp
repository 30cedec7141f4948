//===- Placement.cpp - Cycles over the places of code -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace llvm;
using namespace takt;

/// Code that lies at the same offset in lines of this size behaves the same.
static constexpr uint64_t Line = 64;
/// Assemblers align functions at least to this where speed matters.
static constexpr uint64_t LeastStep = 16;

/// Cycles to look for a period; a mean over half of them is good enough for a
/// range.
static constexpr uint64_t Budget = 1000;

/// Whether the front end is as fast, part by part.
static bool sameParts(const FrontEndLimits &A, const FrontEndLimits &B) {
  return A.Predecode == B.Predecode && A.Decode == B.Decode &&
         A.Microcode == B.Microcode && A.UopCache == B.UopCache &&
         A.LoopStream == B.LoopStream && A.Issue == B.Issue;
}

/// Whether a front end like \p L takes the same cycles as Known's: nothing
/// changes, or it is so much faster than the rest that its queue hides what
/// changes.
static bool isSame(const FrontEndLimits &L, const Prediction &Known) {
  const Rational Share(4, 5);
  return sameParts(L, Known.Parts) ||
         std::max(L.Together, Known.Parts.Together) <= Share * Known.Cycles;
}

/// Whether \p K, moved by \p By bytes, fuses other pairs: those are kept apart
/// whose second half starts a line.
static bool fusesDifferently(const Kernel &K, const Cpu &C, uint64_t By) {
  if (!C.FusionLine)
    return false;
  const auto StartsLine = [&](uint64_t Offset) {
    return Offset % C.FusionLine == 0;
  };
  for (size_t I = 1; I < K.Instrs.size(); ++I)
    if ((K.Instrs[I - 1].Decode.MacroFusible || K.Instrs[I].MacroFused) &&
        StartsLine(K.Instrs[I].Offset) != StartsLine(K.Instrs[I].Offset + By))
      return true;
  return false;
}

/// \p Code \p By bytes further on.
static std::vector<CodeInstr> moved(ArrayRef<CodeInstr> Code, uint64_t By) {
  std::vector<CodeInstr> Moved = Code.vec();
  for (CodeInstr &I : Moved)
    I.Offset += By;
  return Moved;
}

std::optional<PlacementRange>
takt::placementRange(KernelBuilder &B, const Kernel &K,
                     ArrayRef<CodeInstr> Code, uint64_t Alignment,
                     const Prediction &Known, const MemoryOptions &Memory,
                     uint64_t *Simulated) {
  const Cpu &C = B.cpu();
  if (Alignment >= Line || startsAtRenaming(C.Fetch.Kind))
    return std::nullopt;
  const uint64_t Step = std::max(Alignment, LeastStep);
  PlacementRange Range{Known.Cycles, Known.Cycles, 1};
  SmallVector<FrontEndLimits, 3> Seen;
  Kernel Shifted = K;
  for (uint64_t By = Step; By < Line; By += Step) {
    for (KernelInstr &I : Shifted.Instrs)
      I.Offset += Step;
    std::optional<Kernel> Rebuilt;
    if (fusesDifferently(K, C, By)) {
      Expected<Kernel> There =
          B.build(moved(Code, By), K.Repeats, InstrText::None, Memory);
      if (!There) {
        // What can be modelled here can be modelled there, but for its address.
        consumeError(There.takeError());
        continue;
      }
      Rebuilt = std::move(*There);
    }
    const Kernel &There = Rebuilt ? *Rebuilt : Shifted;
    ++Range.Places;
    const FrontEndLimits Parts = frontEndLimits(There, C);
    if (isSame(Parts, Known) ||
        llvm::any_of(Seen, [&](const FrontEndLimits &Other) {
          return sameParts(Parts, Other);
        }))
      continue;
    Seen.push_back(Parts);
    SimulationOptions O;
    O.MaxCycles = Budget;
    const SimulationResult R = simulate(There, C, O);
    if (Simulated)
      *Simulated += R.Simulated;
    Range.Least = std::min(Range.Least, R.Cycles);
    Range.Most = std::max(Range.Most, R.Cycles);
  }
  return Range;
}
