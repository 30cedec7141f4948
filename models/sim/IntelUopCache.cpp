//===- IntelUopCache.cpp - Delivery from the µop cache ----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelParts.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

void UopCache::begin(uint64_t Iteration, uint32_t First, uint32_t Last,
                     bool Repeat) {
  this->Iteration = Iteration;
  this->First = Line = First;
  this->Last = Last;
  this->Repeat = Repeat;
  Uop = Code.lines()[First].First;
  Delayed = false;
}

void UopCache::nextLine() {
  if (++Line == Last && Repeat) {
    Line = First;
    ++Iteration;
  }
  if (Line != Last)
    Uop = line().First;
}

/// Delivers from the current line. \returns the slots that are left for the
/// next line; 0 if the current one has more.
unsigned UopCache::readLine(unsigned Left, uint64_t Now, MicrocodeSequencer &MS,
                            UopDelivery &Out) {
  constexpr unsigned WithExtra = 2;
  const CacheLine &L = line();
  while (Uop != L.Last) {
    if (Left == 0)
      return 0;
    const CachedUop &C = Code.cachedUops()[Uop];
    if (C.Extra && Left < WithExtra) {
      Delayed = true;
      return 0;
    }
    QueuedUop U;
    U.Iteration = Iteration;
    U.Instr = C.Instr;
    U.Index = C.Index;
    Out.deliver(U, UopSource::UopCache, Now);
    ++Uop;
    Left = C.Extra ? 0 : Left - 1;
    Delayed |= C.Extra;
    if (C.Microcode) {
      ++U.Index;
      MS.start(U, Code.instrs()[C.Instr].Microcode, P.MicrocodeEnterFromCache,
               0);
      Left = 0;
    }
  }
  nextLine();
  return Left;
}

/// How many slots of the next line go in the same cycle as the last µops of
/// \p Before, which had \p Left unused; \p WholeLine: it was begun in this
/// cycle; \p WasDelayed: an extra slot ended the cycle before (uiCA-model,
/// section 7, found by experiment).
unsigned UopCache::slotsForNextLine(const CacheLine &Before, unsigned Left,
                                    bool WholeLine, bool WasDelayed) const {
  // Less than a line per cycle: any slots do.
  if (P.CacheWidth < P.CacheLineUops)
    return Left;
  const unsigned Sent = P.CacheWidth - Left;
  if (P.EndsApart && Repeat && &Before == &Code.lines()[Last - 1])
    return Sent == 1 ? 1 : 0;
  if (line().Window != Before.Window) {
    if (WholeLine)
      return Sent <= 2 ? 4 : Sent <= 4 ? 2 : 1;
    if (!Before.EndsPath)
      return Left;
    if (Sent == 1 || (Sent == 2 && Before.Slots >= 5))
      return 4;
    return std::min(Left, 2u);
  }
  // A loop within one window does not deliver two iterations in a cycle.
  if (Before.EndsPath && P.CacheWindow < IntelCode::CodeLineBytes &&
      !WasDelayed)
    return 0;
  return Left;
}

/// Whether the window of the next µop is known. One more is in each cycle, or
/// two that are a pair, and two are needed where the branch at its end is in
/// both.
bool UopCache::takesWindow(uint64_t Now) {
  if (Line != First && line().Paired)
    return true;
  NextWindow = std::max(NextWindow, Now - std::min(Now, WindowsAhead));
  if (NextWindow > Now)
    return false;
  NextWindow += 1 + line().Crosses;
  return true;
}

/// A cycle of CPUs that find a window in each (IntelFrontEnd::WindowACycle).
void UopCache::cycleByWindow(uint64_t Now, MicrocodeSequencer &MS,
                             UopDelivery &Out) {
  unsigned Left = P.CacheWidth;
  do {
    if (beginsWindow() && !takesWindow(Now))
      return;
    const uint64_t Of = Iteration;
    Left = readLine(Left, Now, MS, Out);
    if (Iteration != Of)
      return;
  } while (Left && !isDone() && !line().Microcode);
}

void UopCache::cycle(uint64_t Now, MicrocodeSequencer &MS, UopDelivery &Out) {
  if (P.WindowACycle)
    return cycleByWindow(Now, MS, Out);
  const bool WholeLine = Uop == line().First;
  const CacheLine &Before = line();
  const bool WasDelayed = Delayed;
  Delayed = false;
  unsigned Left = readLine(P.CacheWidth, Now, MS, Out);
  if (Left == 0 || isDone() || line().Microcode)
    return;
  Left = slotsForNextLine(Before, Left, WholeLine, WasDelayed);
  if (Left)
    readLine(Left, Now, MS, Out);
}

void UopCache::state(StateWriter &W) const {
  W.put(W.since(Iteration), uint64_t(Uop) << 32 | Line, Delayed);
  if (P.WindowACycle)
    W.time(NextWindow + WindowsAhead);
}

} // namespace takt::sim
