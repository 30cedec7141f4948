//===- OpCacheLimits.cpp - Limits of a front end with an op cache ---------===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpCacheLimits.h"
#include "sim/OpCache.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>
#include <utility>

using namespace llvm;
using namespace takt;

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

FrontEndLimits takt::opCacheLimits(const Kernel &K, const Cpu &C) {
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
