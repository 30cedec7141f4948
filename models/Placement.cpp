//===- Placement.cpp - Cycles over the places of code -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Placement.h"
#include "takt/models/Bounds.h"
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

/// Bytes between the places that code of which \p Alignment is known can get.
static uint64_t stepOf(uint64_t Alignment) {
  return std::max(Alignment, LeastStep);
}

bool takt::mayDependOnPlace(const Kernel &K, const Cpu &C, uint64_t Alignment) {
  if (Alignment >= Line || startsAtRenaming(C.Fetch.Kind))
    return false;
  Prediction Least;
  Least.Parts = frontEndLimits(K, C);
  Least.Cycles = std::max({Least.Parts.Together, portBound(K, C).Cycles,
                           dependenceBound(K).Cycles});
  const uint64_t Step = stepOf(Alignment);
  Kernel Shifted = K;
  for (uint64_t By = Step; By < Line; By += Step) {
    for (KernelInstr &I : Shifted.Instrs)
      I.Offset += Step;
    if (fusesDifferently(K, C, By) ||
        !isSame(frontEndLimits(Shifted, C), Least))
      return true;
  }
  return false;
}

PlaceCycles takt::cyclesAtPlaces(KernelBuilder &B, const Kernel &K,
                                 ArrayRef<CodeInstr> Code, uint64_t Alignment,
                                 const Prediction &Known,
                                 const MemoryOptions &Memory,
                                 uint64_t *Simulated) {
  const Cpu &C = B.cpu();
  PlaceCycles Cycles{Known.Cycles};
  if (Alignment >= Line || startsAtRenaming(C.Fetch.Kind))
    return Cycles;
  const uint64_t Step = stepOf(Alignment);
  SmallVector<std::pair<FrontEndLimits, Rational>, 3> Seen;
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
        Cycles.push_back(std::nullopt);
        continue;
      }
      Rebuilt = std::move(*There);
    }
    const Kernel &There = Rebuilt ? *Rebuilt : Shifted;
    const FrontEndLimits Parts = frontEndLimits(There, C);
    if (isSame(Parts, Known)) {
      Cycles.push_back(Known.Cycles);
      continue;
    }
    const auto *Same = find_if(
        Seen, [&](const auto &Other) { return sameParts(Parts, Other.first); });
    if (Same == Seen.end()) {
      SimulationOptions O;
      O.MaxCycles = Budget;
      const SimulationResult R = simulate(There, C, O);
      if (Simulated)
        *Simulated += R.Simulated;
      Seen.push_back({Parts, R.Cycles});
      Same = &Seen.back();
    }
    Cycles.push_back(Same->second);
  }
  return Cycles;
}

std::optional<PlacementRange>
takt::placementRange(KernelBuilder &B, const Kernel &K,
                     ArrayRef<CodeInstr> Code, uint64_t Alignment,
                     const Prediction &Known, const MemoryOptions &Memory) {
  if (Alignment >= Line || startsAtRenaming(B.cpu().Fetch.Kind))
    return std::nullopt;
  PlacementRange Range{Known.Cycles, Known.Cycles, 0};
  for (const std::optional<Rational> &Cycles :
       cyclesAtPlaces(B, K, Code, Alignment, Known, Memory))
    if (Cycles) {
      ++Range.Places;
      Range.Least = std::min(Range.Least, *Cycles);
      Range.Most = std::max(Range.Most, *Cycles);
    }
  return Range;
}
