//===- OpCache.cpp - Op cache or decoders to op queue -----------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpCache.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>
#include <utility>

using namespace llvm;

namespace takt::sim {

/// Bytes of an instruction whose size is not known (kernels as text).
static constexpr unsigned UnknownSize = 4;

static unsigned sizeOf(const KernelInstr &I) {
  return I.Size ? I.Size : UnknownSize;
}

std::vector<uint16_t> macroOps(const Kernel &K, const Cpu &C) {
  std::vector<uint16_t> Counts;
  // Whether the instruction in front has a macro-op that a nop can share. In
  // most loops a taken branch lies in front of the first one.
  bool Shares = false;
  for (const KernelInstr &I : K.Instrs) {
    const bool Nop =
        I.FusedUops == 0 && !I.MacroFused &&
        all_of(I.Uops, [](const Uop &U) { return U.Uses.empty(); });
    const bool Joins = Nop && Shares && C.Fetch.OpCache.FusesNops;
    Counts.push_back(Joins ? 0 : queuedUops(I, C));
    if (!I.MacroFused)
      Shares = !Joins;
    if (I.Taken)
      Shares = false;
  }
  return Counts;
}

std::vector<uint64_t> macroOpEnds(const Kernel &K,
                                  llvm::ArrayRef<uint16_t> Counts,
                                  llvm::ArrayRef<uint64_t> Offsets) {
  std::vector<uint64_t> Ends(Counts.size());
  uint64_t *Last = nullptr;
  for (size_t I = 0; I != Counts.size(); ++I) {
    if (Counts[I])
      Last = &Ends[I];
    if (Last)
      *Last = Offsets[I] + sizeOf(K.Instrs[I]);
    if (K.Instrs[I].Taken)
      Last = nullptr;
  }
  return Ends;
}

std::vector<uint64_t> offsets(const Kernel &K) {
  const std::vector<KernelInstr> &Code = K.Instrs;
  const bool Known = all_of(Code, [](const KernelInstr &I) { return I.Size; });
  std::vector<uint64_t> Offsets;
  uint64_t At = Code.empty() ? 0 : Code.front().Offset;
  for (const KernelInstr &I : Code) {
    Offsets.push_back(Known ? I.Offset : At);
    At += sizeOf(I);
  }
  return Offsets;
}

bool fallsThrough(const Kernel &K) {
  // Kernels as text may have no taken branch at all.
  return K.Repeats == Notion::Loop && !K.Instrs.empty() &&
         !K.Instrs.back().Taken &&
         any_of(K.Instrs, [](const KernelInstr &I) { return I.Taken; });
}

bool isOpCached(const Kernel &K, const OpCacheFrontEnd &P, uint64_t MacroOps) {
  return MacroOps <= P.CacheOps &&
         (K.Repeats == Notion::Loop || P.CachesCopies);
}

OpCacheFrontEndUnit::OpCacheFrontEndUnit(const FrontEndContext &Ctx)
    : Ctx(Ctx), P(Ctx.C.Fetch.OpCache), Counts(macroOps(Ctx.K, Ctx.C)) {
  const uint64_t Total = std::accumulate(Counts.begin(), Counts.end(), 0ull);
  Empty = Total == 0;
  if (Empty)
    return;
  Cached = isOpCached(Ctx.K, P, Total);
  FallsThrough = fallsThrough(Ctx.K);
  Offsets = offsets(Ctx.K);
  Ends = macroOpEnds(Ctx.K, Counts, Offsets);
  LineShift = isPowerOf2_32(P.LineBytes) ? Log2_32(P.LineBytes) : 0;
  CopyBytes = Offsets.back() + sizeOf(Ctx.K.Instrs.back()) - Offsets.front();
  Wrap = std::lcm<uint64_t>(P.LineBytes, P.FetchBytes);
  Fetched = address();
}

/// Goes on to the next instruction with macro-ops. \returns whether a taken
/// branch lies in between.
bool OpCacheFrontEndUnit::advance() {
  bool Taken = false;
  Next.Index = 0;
  do {
    Taken |= Ctx.K.Instrs[Next.Instr].Taken;
    if (++Next.Instr != Counts.size())
      continue;
    Next.Instr = 0;
    ++Next.Iteration;
    if (Ctx.K.Repeats != Notion::Loop)
      Start += CopyBytes;
    else if (!FallsThrough)
      Taken = true;
  } while (Counts[Next.Instr] == 0);
  return Taken;
}

/// Begins the lines of the next instruction, which begins in \p Line, and of
/// those that share its macro-ops. \returns whether they are predicted.
bool OpCacheFrontEndUnit::findLines(uint64_t Line) {
  const int64_t Last =
      int64_t(lineOf(Start + Ends[Next.Instr] - 1)) - int64_t(Line);
  for (; Begun < Last; ++Begun, --Ahead)
    if (!Ahead)
      return false;
  return true;
}

void OpCacheFrontEndUnit::fromCache(unsigned Room, uint64_t Now) {
  // Pieces of lines that were read in this cycle; macro-ops out of the last.
  unsigned Entries = 0, Ops = 0;
  uint64_t Line = ~uint64_t(0), At = lineOf(address());
  for (unsigned Left = std::min(Room, P.CacheWidth); Left; --Left) {
    if (Entries == 0 || At != Line || Ops == P.EntryOps) {
      if (Entries++ == P.EntriesPerCycle)
        return;
      Line = At;
      Ops = 0;
    }
    if (P.LinesAhead && !findLines(At))
      return;
    Ctx.Out.deliver(Next, UopSource::UopCache, Now);
    ++Ops;
    if (++Next.Index != Counts[Next.Instr])
      continue;
    if (advance()) {
      Begun = -1;
      return;
    }
    const uint64_t Before = std::exchange(At, lineOf(address()));
    if (P.LinesAhead)
      Begun -= int64_t(At - Before);
  }
}

/// A block of code is fetched in every cycle in which less than one waits. What
/// was fetched with its last byte can be decoded.
void OpCacheFrontEndUnit::fromDecoders(unsigned Room, uint64_t Now) {
  const uint64_t Block = P.FetchBytes;
  // No instruction is longer than 15 bytes.
  if (Fetched < address() + std::max<uint64_t>(Block, 16))
    Fetched = (Fetched / Block + 1) * Block;
  for (unsigned Instrs = 0; Instrs != P.Decoders && Room; ++Instrs) {
    if (Next.Index == 0 &&
        address() + sizeOf(Ctx.K.Instrs[Next.Instr]) > Fetched)
      return;
    for (; Room && Next.Index != Counts[Next.Instr]; ++Next.Index, --Room)
      Ctx.Out.deliver(Next, UopSource::Decoders, Now);
    if (Next.Index != Counts[Next.Instr])
      return;
    if (advance()) {
      Fetched = address();
      return;
    }
  }
}

void OpCacheFrontEndUnit::cycle(uint64_t Now) {
  if (Empty)
    return;
  Ahead = std::min(Ahead + 1, P.LinesAhead);
  const unsigned Waiting = Ctx.Queue.size();
  if (Waiting >= P.OpQueue)
    return;
  if (Counts[Next.Instr] == 0)
    advance(); // only ever the very first one
  if (Cached)
    fromCache(P.OpQueue - Waiting, Now);
  else
    fromDecoders(P.OpQueue - Waiting, Now);
}

uint32_t OpCacheFrontEndUnit::round() const {
  if (Empty || Ctx.K.Repeats == Notion::Loop)
    return 1;
  return Wrap / std::gcd(CopyBytes, Wrap);
}

void OpCacheFrontEndUnit::state(StateWriter &W) const {
  W.iteration(Next.Iteration);
  W.word(uint64_t(Next.Instr) << 16 | Next.Index);
  if (Empty)
    return;
  W.word(Start % Wrap);
  W.word(uint64_t(Ahead) << 32 | uint32_t(Begun));
  if (!Cached)
    W.word(Fetched - address());
}

} // namespace takt::sim
