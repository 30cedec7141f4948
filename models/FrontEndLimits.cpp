//===- FrontEndLimits.cpp - Limits of a front end ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontEndModel.h"
#include "sim/DispatchPipe.h"
#include "sim/IntelCode.h"
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

/// Windows of an iteration, of which one, or a pair, is found in a cycle
/// (IntelFrontEnd::WindowACycle).
int64_t LimitFinder::windows() const {
  int64_t Windows = 0;
  const sim::CacheLine *Before = nullptr;
  for (const sim::CacheLine &Line : Code.lines()) {
    if (!Before || Before->Window != Line.Window)
      Windows += Line.Paired ? 0 : 1 + Line.Crosses;
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

FrontEndLimits takt::intelLimits(const Kernel &K, const Cpu &C) {
  return LimitFinder(K, C).find();
}

FrontEndLimits takt::issueLimits(const Kernel &K, const Cpu &C) {
  assert(C.Fetch.Width > 0 && "front end of width 0");
  FrontEndLimits L;
  L.Issue = L.Together = Rational(K.fusedUops(), C.Fetch.Width);
  return L;
}

FrontEndLimits takt::dispatchLimits(const Kernel &K, const Cpu &C) {
  using sim::DispatchPipe;
  FrontEndLimits L = issueLimits(K, C);
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
