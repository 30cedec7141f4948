//===- IntelCode.cpp - A kernel as Intel's front end sees it ----*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelCode.h"
#include "IntelLayout.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

namespace {

/// Fills the tables of one IntelCode.
class CodeBuilder {
public:
  CodeBuilder(const Kernel &K, const IntelFrontEnd &P,
              ArrayRef<DecodedInstr> Instrs, const IntelLayout &Layout)
      : K(K), P(P), Instrs(Instrs), Layout(Layout) {}

  void buildLoop();
  void buildEndless();

  PoolVector<PredecodeStep> Steps;
  PoolVector<CachedUop> Cache;
  PoolVector<CacheLine> Lines;
  PoolVector<Stretch> Stretches;
  uint32_t LoopStep = 0, Round = 1;
  /// Instructions from the µop cache since the last step.
  uint32_t Skip = 0;

private:
  /// Instructions of one window, one after the other.
  struct Visit {
    InstrRange Range;
    uint64_t Window = 0;
    bool EndsRun = false;
  };

  unsigned slots(uint32_t I) const {
    return std::max<unsigned>(1, Instrs[I].Uops) +
           K.Instrs[I].Decode.ExtraCacheSlot;
  }
  unsigned cost(const BlockCount &B) const {
    return std::max(
        1u, unsigned(divideCeil(B.Ending + B.Crossing, P.PredecodeWidth)));
  }
  /// Appends the steps for blocks; the one before the first took \p Before
  /// cycles.
  void appendSteps(ArrayRef<BlockCount> Blocks, unsigned Before);
  void findVisits();
  void findCached();
  bool isCached(const Visit &V) const { return !Uncached.lookup(V.Window); }
  unsigned countLines(const Visit &V) const;
  bool crosses(const Visit &V) const;
  void appendLines(const Visit &V);
  void pairWindows();
  void appendStretch(bool Cached, InstrRange R);
  unsigned appendStretches(unsigned Before);

  const Kernel &K;
  const IntelFrontEnd &P;
  ArrayRef<DecodedInstr> Instrs;
  const IntelLayout &Layout;
  PoolVector<Visit> Visits;
  DenseMap<uint64_t, bool> Uncached;
};

} // namespace

//===----------------------------------------------------------------------===//
// Predecoder
//===----------------------------------------------------------------------===//

void CodeBuilder::appendSteps(ArrayRef<BlockCount> Blocks, unsigned Before) {
  for (const BlockCount &B : Blocks) {
    const unsigned Cycles = cost(B);
    const unsigned Penalty = P.PrefixPenalty * B.Prefixed;
    // Finding the lengths goes on beside the later cycles of the block before.
    unsigned Stall = Penalty - std::min(Penalty, Before - 1);
    unsigned Left = B.Ending;
    for (unsigned C = 0; C != Cycles; ++C) {
      const unsigned Now = std::min(Left, P.PredecodeWidth);
      Steps.push_back({uint16_t(Stall), uint16_t(Now), Skip});
      Left -= Now;
      Stall = Skip = 0;
    }
    Before = Cycles;
  }
}

void CodeBuilder::buildEndless() {
  PoolVector<BlockCount> Blocks;
  Round = Layout.countEndlessBlocks(Blocks);
  Steps.reserve(2 * Blocks.size());
  const ArrayRef<BlockCount> All(Blocks);
  appendSteps(All.take_front(1), 1);
  LoopStep = Steps.size();
  appendSteps(All.drop_front(1), cost(All.back()));
}

//===----------------------------------------------------------------------===//
// µop cache
//===----------------------------------------------------------------------===//

void CodeBuilder::findVisits() {
  for (const InstrRange &Run : Layout.runs()) {
    for (uint32_t I = Run.First; I != Run.Last; ++I) {
      const uint64_t Window = Layout.window(I);
      if (I == Run.First || Visits.back().Window != Window)
        Visits.push_back({{I, I}, Window, false});
      Visits.back().Range.Last = I + 1;
    }
    Visits.back().EndsRun = true;
  }
}

unsigned CodeBuilder::countLines(const Visit &V) const {
  unsigned Count = 0, Used = P.CacheLineUops;
  for (uint32_t I = V.Range.First; I != V.Range.Last; ++I) {
    if (K.Instrs[I].MacroFused)
      continue;
    if (slots(I) > P.CacheLineUops)
      return ~0u;
    if (Instrs[I].Microcode || Used + slots(I) > P.CacheLineUops) {
      ++Count;
      Used = 0;
    }
    Used = Instrs[I].Microcode ? P.CacheLineUops : Used + slots(I);
  }
  return Count;
}

void CodeBuilder::findCached() {
  DenseMap<uint64_t, unsigned> LinesOf;
  for (const Visit &V : Visits) {
    const unsigned Count = countLines(V);
    unsigned &Sum = LinesOf[V.Window];
    Sum += std::min(Count, P.CacheLines + 1);
    const bool TooMany =
        Count == ~0u || (Layout.sizesKnown() && Sum > P.CacheLines);
    if (TooMany || Layout.isUncacheable(V.Range))
      Uncached[V.Window] = true;
  }
  if (!P.CachesWholeLines || P.CacheWindow >= IntelCode::CodeLineBytes)
    return;
  const uint64_t Windows = IntelCode::CodeLineBytes / P.CacheWindow;
  SmallVector<uint64_t, 8> Bad;
  for (const auto &[Window, IsBad] : Uncached)
    if (IsBad)
      Bad.push_back(Window / Windows * Windows);
  for (uint64_t First : Bad)
    for (uint64_t W = First; W != First + Windows; ++W)
      Uncached[W] = true;
}

/// Whether the path leaves the window of \p V with a branch that goes beyond
/// it.
bool CodeBuilder::crosses(const Visit &V) const {
  const KernelInstr &Last = K.Instrs[V.Range.Last - 1];
  const uint64_t End = Last.Offset + std::max<uint64_t>(Last.Size, 1) - 1;
  return V.EndsRun &&
         End / P.CacheWindow != K.Instrs[V.Range.First].Offset / P.CacheWindow;
}

void CodeBuilder::appendLines(const Visit &V) {
  const size_t FirstLine = Lines.size();
  unsigned Used = P.CacheLineUops;
  for (uint32_t I = V.Range.First; I != V.Range.Last; ++I) {
    if (K.Instrs[I].MacroFused)
      continue;
    const DecodedInstr &D = Instrs[I];
    const bool Extra = K.Instrs[I].Decode.ExtraCacheSlot;
    if (D.Microcode || Used + slots(I) > P.CacheLineUops) {
      const uint32_t At = Cache.size();
      Lines.push_back({At, At, 0, V.Window, false, false});
      Used = 0;
    }
    Used = D.Microcode ? P.CacheLineUops : Used + slots(I);
    CacheLine &L = Lines.back();
    for (uint16_t U = 0; U < D.Uops; ++U) {
      const bool IsLast = U + 1 == D.Uops;
      Cache.push_back({I, U, Extra && IsLast, D.Microcode && IsLast});
    }
    L.Microcode |= D.Microcode != 0;
    L.Slots += slots(I);
    L.Last = Cache.size();
  }
  Lines.back().EndsPath = V.EndsRun;
  Lines[FirstLine].Crosses = crosses(V);
}

/// Where one window is found by itself since a branch crosses into the next
/// one, the others of the loop are, too (measured, docs/sapphire-rapids.md).
void CodeBuilder::pairWindows() {
  if (!P.PairsWindows || any_of(Lines, [](const auto &L) { return L.Crosses; }))
    return;
  bool Alone = true;
  for (size_t I = 1; I < Lines.size(); ++I) {
    const CacheLine &Before = Lines[I - 1];
    if (Lines[I].Window == Before.Window)
      continue;
    Lines[I].Paired = Alone && !Before.EndsPath;
    Alone = !Lines[I].Paired;
  }
}

//===----------------------------------------------------------------------===//
// Which source delivers what
//===----------------------------------------------------------------------===//

void CodeBuilder::appendStretch(bool Cached, InstrRange R) {
  const uint32_t At = Cached ? Lines.size() : Steps.size();
  if (Stretches.empty() || Stretches.back().Cached != Cached)
    Stretches.push_back({Cached, At, At, R.First, R.First});
  Stretches.back().LastInstr = R.Last;
}

/// The µop cache delivers until a window is not in it, then the decoders until
/// a branch is taken. \returns the cycles of the last block.
unsigned CodeBuilder::appendStretches(unsigned Before) {
  for (size_t N = 0; N != Visits.size(); ++N) {
    const Visit &V = Visits[N];
    if (isCached(V)) {
      appendStretch(true, V.Range);
      appendLines(V);
      Stretches.back().Last = Lines.size();
      Skip += V.Range.Last - V.Range.First;
      Before = 1;
      continue;
    }
    InstrRange Rest = V.Range;
    while (!Visits[N].EndsRun)
      Rest.Last = Visits[++N].Range.Last;
    appendStretch(false, Rest);
    SmallVector<BlockCount, 16> Blocks;
    Layout.countBlocks(Rest, Blocks);
    appendSteps(Blocks, Before);
    Before = cost(Blocks.back());
    Stretches.back().Last = Steps.size();
  }
  return Before;
}

void CodeBuilder::buildLoop() {
  findVisits();
  findCached();
  const unsigned LastBlock = appendStretches(1);
  pairWindows();
  if (Stretches.size() != 1 || Stretches.front().Cached)
    return;
  // Decoders deliver everything: what precedes the first block is the last one.
  Steps.clear();
  Stretches.clear();
  appendStretches(LastBlock);
  Stretches.clear();
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

IntelCode::IntelCode(const Kernel &K, const IntelFrontEnd &P) : K(K), P(P) {
  if (K.Instrs.empty())
    return;
  decode();
  const IntelLayout Layout(K, P);
  for (uint32_t I = 0; I != K.Instrs.size(); ++I) {
    DecodedInstr &D = Instrs[I];
    D.EndsGroup = D.Paired || D.Microcode || Layout.isBranch(I);
    D.Simple = D.Uops == 1 && !D.Complex && !D.Fusible && !D.EndsGroup;
  }
  CodeBuilder B(K, P, Instrs, Layout);
  if (K.Repeats == Notion::Unrolled) {
    B.buildEndless();
  } else {
    B.buildLoop();
  }
  LoopStep = B.LoopStep;
  Round = B.Round;
  SkippedAtEnd = B.Skip;
  Steps = std::move(B.Steps);
  Cache = std::move(B.Cache);
  Lines = std::move(B.Lines);
  Stretches = std::move(B.Stretches);
  streamLoop();
  if (Stretches.empty())
    makeGroups();
}

/// The loop stream holds a loop whose µops are all in the µop cache and fit
/// into the queue (uiCA paper, 4.1.1); not with microcode, with push, pop, call
/// and ret, or with writes of ah, bh, ch, dh (uiCA-model, section 7).
void IntelCode::streamLoop() {
  if (!P.LoopStream || K.Repeats != Notion::Loop || !wholeLoopCached() ||
      Uops > P.UopQueue)
    return;
  for (const auto &[I, D] : zip_equal(K.Instrs, Instrs))
    if (D.Microcode || I.StackChange != 0 || I.Decode.WritesHighByte)
      return;
  Copies = 1;
  for (const LoopUnrolling &U : P.LoopUnrollings) {
    if (Uops > U.UpTo)
      continue;
    if (U.Times * Uops <= P.UopQueue)
      Copies = std::max(1u, U.Times);
    return;
  }
}

} // namespace takt::sim
