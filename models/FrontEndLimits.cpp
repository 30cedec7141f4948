//===- FrontEndLimits.cpp - Limits of a front end ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/FrontEndLimits.h"
#include "sim/DispatchPipe.h"
#include "sim/IntelCode.h"
#include "sim/OpCache.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>
#include <utility>

using namespace llvm;
using namespace takt;
using sim::IntelCode;

namespace {

/// The closed forms for one kernel. A limit that is not on the path stays 0
/// here.
class LimitFinder {
public:
  LimitFinder(const Kernel &K, const Cpu &C)
      : K(K), P(C.Fetch.Intel), Width(C.Fetch.Width), Code(K, P) {
    L.Issue = Rational(K.fusedUops(), Width);
  }

  FrontEndLimits find();

private:
  int64_t stepCycles(uint32_t First, uint32_t Last) const;
  Rational endlessGroups() const;
  int64_t groups(uint32_t First, uint32_t Last) const;
  int64_t microcode(uint32_t First, uint32_t Last, unsigned Stall) const;
  int64_t cachedUops(const sim::Stretch &S) const;
  bool isWithinOneWindow() const;
  int64_t windows() const;

  void endless();
  void stream();
  void fromCache();
  void mixed();
  Rational together() const;
  static void add(std::optional<Rational> &To, int64_t Cycles) {
    if (Cycles)
      To = To.value_or(Rational(0)) + Rational(Cycles);
  }

  const Kernel &K;
  const IntelFrontEnd &P;
  const unsigned Width;
  const IntelCode Code;
  FrontEndLimits L;
};

} // namespace

int64_t LimitFinder::stepCycles(uint32_t First, uint32_t Last) const {
  int64_t Cycles = 0;
  for (const sim::PredecodeStep &S : Code.steps().slice(First, Last - First))
    Cycles += 1 + S.Stall;
  return Cycles;
}

/// Groups per iteration if all instructions wait in the queue. No other
/// division needs fewer: what is left of a group without its first instructions
/// still is one.
Rational LimitFinder::endlessGroups() const {
  const uint32_t N = Code.instrs().size();
  struct Visit {
    int64_t Groups = -1, Iteration = 0;
  };
  std::vector<Visit> Visits(N);
  uint32_t At = 0;
  for (int64_t Groups = 0, Iteration = 0;; ++Groups) {
    Visit &V = Visits[At];
    if (V.Groups >= 0)
      return Rational(Groups - V.Groups, Iteration - V.Iteration);
    V = {Groups, Iteration};
    for (unsigned Left = Code.decodedTogether(At); Left; --Left)
      if (++At == N) {
        At = 0;
        ++Iteration;
      }
  }
}

int64_t LimitFinder::groups(uint32_t First, uint32_t Last) const {
  int64_t Groups = 0;
  for (; First < Last; First += Code.decodedTogether(First))
    ++Groups;
  return Groups;
}

int64_t LimitFinder::microcode(uint32_t First, uint32_t Last,
                               unsigned Stall) const {
  int64_t Cycles = 0;
  for (const sim::DecodedInstr &D : Code.instrs().slice(First, Last - First))
    if (D.Microcode)
      Cycles += Stall + divideCeil(D.Microcode, P.MicrocodeWidth);
  return Cycles;
}

int64_t LimitFinder::cachedUops(const sim::Stretch &S) const {
  return Code.lines()[S.Last - 1].Last - Code.lines()[S.First].First;
}

/// No cycle has µops of two iterations. An extra slot may break that rule
/// (uiCA-model, section 7).
bool LimitFinder::isWithinOneWindow() const {
  const uint64_t Window = Code.lines().front().Window;
  return P.CacheWidth >= P.CacheLineUops &&
         P.CacheWindow < IntelCode::CodeLineBytes &&
         all_of(
             Code.lines(),
             [&](const auto &Line) { return Line.Window == Window; }) &&
         none_of(Code.cachedUops(), [](const auto &U) { return U.Extra; });
}

/// Windows of an iteration, of which one is found in a cycle
/// (IntelFrontEnd::WindowACycle).
int64_t LimitFinder::windows() const {
  int64_t Windows = 0;
  const sim::CacheLine *Before = nullptr;
  for (const sim::CacheLine &Line : Code.lines()) {
    if (!Before || Before->Window != Line.Window)
      Windows += 1 + Line.Crosses;
    Before = &Line;
  }
  return Windows;
}

//===----------------------------------------------------------------------===//
// The ways that a kernel can take
//===----------------------------------------------------------------------===//

void LimitFinder::endless() {
  const uint32_t N = K.Instrs.size();
  L.Predecode = Rational(stepCycles(Code.firstLoopStep(), Code.steps().size()),
                         Code.iterationsPerRound());
  L.Decode = endlessGroups();
  add(L.Microcode, microcode(0, N, P.MicrocodeEnter + P.MicrocodeLeave));
  L.Together =
      std::max(*L.Predecode, *L.Decode + L.Microcode.value_or(Rational(0)));
}

void LimitFinder::stream() {
  const unsigned Copies = Code.streamedCopies();
  L.LoopStream =
      Rational(divideCeil(Code.queuedUops() * Copies, Width), Copies);
}

void LimitFinder::fromCache() {
  const int64_t Uops = cachedUops(Code.stretches().front());
  if (P.WindowACycle)
    L.UopCache =
        Rational(std::max<int64_t>(divideCeil(Uops, P.CacheWidth), windows()));
  else
    L.UopCache = isWithinOneWindow() ? Rational(divideCeil(Uops, P.CacheWidth))
                                     : Rational(Uops, P.CacheWidth);
  add(L.Microcode, microcode(0, K.Instrs.size(), P.MicrocodeEnterFromCache));
}

void LimitFinder::mixed() {
  for (const sim::Stretch &S : Code.stretches()) {
    add(L.Microcode, microcode(S.FirstInstr, S.LastInstr,
                               S.Cached ? P.MicrocodeEnterFromCache
                                        : P.MicrocodeEnter + P.MicrocodeLeave));
    if (S.Cached) {
      add(L.UopCache, divideCeil(cachedUops(S), P.CacheWidth));
    } else {
      add(L.Predecode, stepCycles(S.First, S.Last));
      add(L.Decode, groups(S.FirstInstr, S.LastInstr));
    }
  }
}

/// The µop cache, microcode, and the decoders with the predecoder in front of
/// them take turns; the queue evens out what they deliver.
Rational LimitFinder::together() const {
  const Rational None(0);
  if (L.LoopStream)
    return std::max(*L.LoopStream, L.Issue);
  return std::max(L.Issue, L.UopCache.value_or(None) +
                               L.Microcode.value_or(None) +
                               std::max(L.Predecode.value_or(None),
                                        L.Decode.value_or(None)));
}

FrontEndLimits LimitFinder::find() {
  if (K.Instrs.empty())
    return L;
  if (Code.streamedCopies())
    stream();
  else if (Code.stretches().empty())
    endless();
  else if (Code.wholeLoopCached())
    fromCache();
  else
    mixed();
  L.Together = together();
  return L;
}

/// The instruction that follows a taken branch, if not the first one does:
/// where an iteration that falls through to the next one is cut, so that
/// stretches between taken branches are whole.
static size_t firstOfStretch(const Kernel &K) {
  size_t First = 0;
  if (sim::fallsThrough(K))
    for (size_t I = 0; I != K.Instrs.size(); ++I)
      if (K.Instrs[I].Taken)
        First = I + 1;
  return First;
}

/// Cycles in which the op cache delivers the macro-ops of a loop at least,
/// since those of a cycle have to fit together and, behind more than
/// SecondBehind, to be of one line. As many as do are taken each time: fewer
/// never make fewer cycles.
static Rational fittingCycles(const Kernel &K, ArrayRef<uint16_t> Ops,
                              const OpCacheFrontEnd &P) {
  const std::vector<sim::FieldCount> Fields = sim::fieldsOfMacroOps(K, Ops);
  const std::vector<uint64_t> Found =
      sim::macroOpLines(K, P, Ops, sim::offsets(K));
  int64_t Cycles = 0;
  std::optional<sim::OpCacheCycle> Cycle;
  // Places and entries of this cycle, and places out of the last entry.
  uint64_t Line = 0;
  unsigned Width = 0, Entries = 0, Places = 0;
  const auto Add = [&](const sim::FieldCount &Of, uint64_t Its, bool Begins) {
    const bool Other = Its != Line,
               More = Begins && (Other || Places == P.EntryOps);
    const bool Apart = (Begins && Width == P.CacheWidth) ||
                       (More && Entries == P.EntriesPerCycle) ||
                       (More && Other && Places > P.SecondBehind);
    if (!Cycle || Apart || !Cycle->add(Of)) {
      ++Cycles;
      Cycle.emplace(P.Fits).add(Of);
      Width = Entries = Places = 0;
    }
    if (More || !Entries) {
      ++Entries;
      Places = 0;
    }
    Line = Its;
    Width += Begins;
    Places += Begins;
  };
  const size_t First = firstOfStretch(K);
  for (size_t N = 0; N != Ops.size(); ++N) {
    const size_t I = (First + N) % Ops.size();
    for (unsigned Op = 0; Op != Ops[I]; ++Op)
      Add(Op ? sim::FieldCount() : Fields[I], Found[I] / P.LineBytes,
          !P.CountsInstrs || Op == 0);
    if (K.Instrs[I].Taken)
      Cycle.reset();
  }
  return Rational(Cycles);
}

/// Cycles that the op cache takes for the \p Ops macro-ops of each stretch up
/// to a taken branch; copies follow each other without one.
static Rational opCacheCycles(const Kernel &K, ArrayRef<uint16_t> Ops,
                              unsigned Width) {
  int64_t Cycles = 0, Stretch = 0, Sum = 0;
  const size_t First = firstOfStretch(K);
  for (size_t N = 0; N != Ops.size(); ++N) {
    const size_t I = (First + N) % Ops.size();
    Sum += Ops[I];
    Stretch += Ops[I];
    if (K.Instrs[I].Taken)
      Cycles += divideCeil(std::exchange(Stretch, 0), Width);
  }
  return K.Repeats == Notion::Loop
             ? Rational(Cycles + divideCeil(Stretch, Width))
             : Rational(Sum, Width);
}

/// Lines of code that an iteration of a loop begins: those of each stretch up
/// to a taken branch. Copies share lines.
static Rational linesOfCode(const Kernel &K, ArrayRef<uint16_t> Ops,
                            unsigned LineBytes) {
  const std::vector<uint64_t> Offsets = sim::offsets(K);
  const std::vector<uint64_t> Ends = sim::macroOpEnds(K, Ops, Offsets);
  int64_t Lines = 0;
  uint64_t First = 0, End = 0;
  const auto EndStretch = [&] {
    if (End)
      Lines += (End - 1) / LineBytes - First / LineBytes + 1;
    End = 0;
  };
  const size_t Cut = firstOfStretch(K);
  for (size_t N = 0; N != Ops.size(); ++N) {
    const size_t I = (Cut + N) % Ops.size();
    if (Ops[I] && !End)
      First = Offsets[I];
    if (Ops[I])
      End = Ends[I];
    if (K.Instrs[I].Taken)
      EndStretch();
  }
  EndStretch();
  return Rational(Lines);
}

/// Cycles that an iteration of a loop takes at least since a line that is read
/// alone is read again LineAgain cycles later. All but one place of the first
/// read of a line may come along with the line before, but not with the rest of
/// the first that is read again.
static Rational readsOfLines(const Kernel &K, ArrayRef<uint16_t> Places,
                             const OpCacheFrontEnd &P) {
  const std::vector<uint64_t> Found =
      sim::macroOpLines(K, P, Places, sim::offsets(K));
  const unsigned Most = std::min(P.CacheWidth, P.EntriesPerCycle * P.EntryOps);
  int64_t Cycles = 0;
  // Places of this line in this stretch up to a taken branch, less those that
  // may come along.
  int64_t Alone = 0;
  std::optional<uint64_t> Line;
  bool Again = false; // some line is, in this stretch
  // Returns whether the next line comes apart.
  const auto EndLine = [&] {
    const int64_t More = Alone > 0 ? int64_t(divideCeil(Alone, Most)) - 1 : 0;
    Cycles += More * P.LineAgain;
    Alone = 0;
    return More && !std::exchange(Again, true);
  };
  const auto EndStretch = [&] {
    EndLine();
    Cycles += Line.has_value();
    Line.reset();
    Again = false;
  };
  const size_t Cut = firstOfStretch(K);
  for (size_t N = 0; N != Places.size(); ++N) {
    const size_t I = (Cut + N) % Places.size();
    const uint64_t Its = Found[I] / P.LineBytes;
    if (Places[I] && Line != Its) {
      const bool Apart = Line && EndLine() && P.LineAgain > 1;
      Cycles += Apart;
      Alone = !Line || Apart ? 0 : 1 - int64_t(Most);
      Line = Its;
    }
    Alone += Places[I];
    if (K.Instrs[I].Taken)
      EndStretch();
  }
  EndStretch();
  return Rational(Cycles);
}

/// The limits of a front end of kind `op-cache`.
static FrontEndLimits opCacheLimits(const Kernel &K, const Cpu &C) {
  const OpCacheFrontEnd &P = C.Fetch.OpCache;
  const std::vector<uint16_t> Ops = sim::macroOps(K, C);
  int64_t Sum = 0, Decoded = 0, Bytes = 0;
  for (const auto &[I, N] : zip_equal(K.Instrs, Ops)) {
    Sum += N;
    Decoded += N != 0;
    Bytes += I.Size;
  }
  FrontEndLimits L;
  L.Issue = L.Together = Rational(K.fusedUops(), C.Fetch.Width);
  if (!Sum)
    return L;
  if (sim::isOpCached(K, P, Sum)) {
    std::vector<uint16_t> Places = Ops;
    if (P.CountsInstrs)
      for (uint16_t &N : Places)
        N = std::min<uint16_t>(N, 1);
    L.UopCache = opCacheCycles(K, Places, P.CacheWidth);
    if (!P.Fits.empty() && K.Repeats == Notion::Loop)
      L.UopCache = std::max(*L.UopCache, fittingCycles(K, Ops, P));
    if (P.LinesAhead && K.Repeats == Notion::Loop)
      L.UopCache = std::max(*L.UopCache, linesOfCode(K, Ops, P.LineBytes));
    if (P.LineAgain > 1 && K.Repeats == Notion::Loop)
      L.UopCache = std::max(*L.UopCache, readsOfLines(K, Places, P));
    L.Together = std::max(L.Issue, *L.UopCache);
    return L;
  }
  L.Predecode = Rational(Bytes, P.FetchBytes);
  L.Decode = Rational(Decoded, P.Decoders);
  L.Together = std::max({L.Issue, *L.Predecode, *L.Decode});
  return L;
}

FrontEndLimits takt::frontEndLimits(const Kernel &K, const Cpu &C) {
  if (C.Fetch.Kind == FrontEndKind::Intel)
    return LimitFinder(K, C).find();
  if (C.Fetch.Kind == FrontEndKind::OpCache)
    return opCacheLimits(K, C);
  FrontEndLimits L;
  L.Issue = L.Together = Rational(K.fusedUops(), C.Fetch.Width);
  if (C.Fetch.Kind == FrontEndKind::Linear)
    return L;
  using sim::DispatchPipe;
  L.Dispatch = DispatchPipe(K, C, DispatchPipe::NoResults).steadyState();
  L.Together = std::max(L.Together, *L.Dispatch);
  if (C.Fetch.Results) {
    int64_t Results = 0;
    for (const KernelInstr &I : K.Instrs)
      Results += I.Results;
    L.Results = Rational(Results, C.Fetch.Results);
    L.Together = std::max(L.Together, DispatchPipe(K, C).steadyState());
  }
  return L;
}
