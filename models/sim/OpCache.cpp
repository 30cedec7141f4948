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

/// Fills in \p Counts. \p Shares: whether the instruction in front of the
/// kernel has a macro-op that a nop can share. \returns whether the last one
/// has.
static bool countMacroOps(const Kernel &K, const Cpu &C, bool Shares,
                          std::vector<uint16_t> &Counts) {
  Counts.clear();
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
  return Shares;
}

std::vector<uint16_t> macroOps(const Kernel &K, const Cpu &C) {
  std::vector<uint16_t> Counts;
  const bool Shares = countMacroOps(K, C, false, Counts);
  // In most loops a taken branch lies in front of the first instruction.
  if (Shares && (K.Repeats == Notion::Unrolled || fallsThrough(K)))
    countMacroOps(K, C, true, Counts);
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

std::vector<uint64_t> macroOpLines(const Kernel &K, const OpCacheFrontEnd &P,
                                   llvm::ArrayRef<uint16_t> Counts,
                                   llvm::ArrayRef<uint64_t> Offsets) {
  std::vector<uint64_t> Found(Offsets.begin(), Offsets.end());
  if (!P.BranchesByEnd)
    return Found;
  const std::vector<uint64_t> Ends = macroOpEnds(K, Counts, Offsets);
  size_t Last = 0;
  for (size_t I = 0; I != Counts.size(); ++I) {
    if (Counts[I])
      Last = I;
    if (K.Instrs[I].Taken && Counts[Last])
      Found[Last] = Ends[Last] - 1;
  }
  return Found;
}

std::vector<FieldCount> fieldsOfMacroOps(const Kernel &K,
                                         llvm::ArrayRef<uint16_t> Counts) {
  std::vector<FieldCount> Fields(Counts.size());
  FieldCount *Last = nullptr;
  for (size_t I = 0; I != Counts.size(); ++I) {
    if (Counts[I])
      Last = &Fields[I];
    // The displacement of a nop is not kept (docs/zen3.md).
    const bool Keeps = K.Instrs[I].FusedUops || K.Instrs[I].MacroFused;
    if (Last && Keeps && (Counts[I] || K.Instrs[I].MacroFused))
      Last->add(K.Instrs[I].Decode.Fields);
  }
  return Fields;
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
    : Ctx(Ctx), P(Ctx.C.Fetch.OpCache) {
  findCode();
  if (Empty)
    return;
  LineShift = isPowerOf2_32(P.LineBytes) ? Log2_32(P.LineBytes) : 0;
  Wrap = std::lcm<uint64_t>(P.LineBytes, P.FetchBytes);
  Fetched = address(At);
}

void OpCacheFrontEndUnit::findCode() {
  const Kernel &K = Ctx.K;
  const std::vector<uint16_t> Counts = macroOps(K, Ctx.C);
  const uint64_t Total = std::accumulate(Counts.begin(), Counts.end(), 0ull);
  Empty = Total == 0;
  if (Empty)
    return;
  Cached = isOpCached(K, P, Total);
  const std::vector<uint64_t> Offsets = offsets(K);
  const std::vector<uint64_t> Ends = macroOpEnds(K, Counts, Offsets);
  const std::vector<uint64_t> Found = macroOpLines(K, P, Counts, Offsets);
  Fields = fieldsOfMacroOps(K, Counts);
  if (K.Repeats != Notion::Loop)
    CopyBytes = Offsets.back() + sizeOf(K.Instrs.back()) - Offsets.front();
  const bool TakenAtEnd = K.Repeats == Notion::Loop && !fallsThrough(K);
  const uint32_t N = Counts.size();
  Instrs.resize(N);
  // From behind; the last ones go on with the first one that has macro-ops.
  const uint32_t First =
      find_if(Counts, [](uint16_t C) { return C; }) - Counts.begin();
  Code Behind = {0, 0, 0, First, 0, TakenAtEnd, true};
  for (uint32_t I = 0; I != First; ++I)
    Behind.Taken |= K.Instrs[I].Taken;
  for (uint32_t I = N; I-- != 0;) {
    Code &Of = Instrs[I];
    Of = {Offsets[I],  Found[I],  Ends[I],
          Behind.Next, Counts[I], Behind.Taken || K.Instrs[I].Taken,
          Behind.Wraps};
    if (Of.Count)
      Behind = {0, 0, 0, I, 0, false, false};
    else
      Behind.Taken = Of.Taken;
  }
}

/// Goes on to the next instruction with macro-ops. \returns whether a taken
/// branch lies in between.
bool OpCacheFrontEndUnit::advance(Position &P) const {
  const Code &Of = Instrs[P.Next.Instr];
  P.Next.Index = 0;
  P.Next.Instr = Of.Next;
  if (Of.Wraps) {
    ++P.Next.Iteration;
    P.Start += CopyBytes;
  }
  return Of.Taken;
}

/// Begins lines up to the \p Last-th behind that of the next instruction.
/// \returns whether they are predicted.
bool OpCacheFrontEndUnit::findLines(int64_t Last) {
  for (; Begun < Last; ++Begun, --Ahead)
    if (!Ahead)
      return false;
  return true;
}

void OpCacheFrontEndUnit::fromCache(unsigned Room, uint64_t Now) {
  // Pieces of lines that were read in this cycle; places out of the last, and
  // left of the width.
  unsigned Entries = 0, Ops = 0, Left = P.CacheWidth;
  Position Next = At;
  uint64_t Line = ~uint64_t(0), Its = lineOf(Next);
  const bool Apart = std::exchange(ReadsRest, false);
  OpCacheCycle Together(P.Fits);
  for (; Room; --Room) {
    const bool Begins = !P.CountsInstrs || Next.Next.Index == 0;
    if (Begins && Left-- == 0)
      break;
    if (Entries == 0 || (Begins && (Its != Line || Ops == P.EntryOps))) {
      if (Entries++ == P.EntriesPerCycle ||
          (Apart && Entries != 1 && Its != Line) ||
          (Entries != 1 && Its != Line && Ops > P.SecondBehind))
        break;
      Line = Its;
      Ops = 0;
    }
    const Code &Of = Instrs[Next.Next.Instr];
    // Also those of others that share its macro-ops.
    if (P.LinesAhead &&
        !findLines(int64_t(lineOf(Next.Start + Of.End - 1)) - int64_t(Its)))
      break;
    if (!Together.add(Next.Next.Index ? FieldCount() : Fields[Next.Next.Instr]))
      break;
    Ctx.Out.deliver(Next.Next, UopSource::UopCache, Now);
    Ops += Begins;
    if (++Next.Next.Index != Of.Count)
      continue;
    if (advance(Next)) {
      Begun = -1;
      ReadAgain = false;
      At = Next;
      return;
    }
    const uint64_t Before = std::exchange(Its, lineOf(Next));
    if (P.LinesAhead)
      Begun -= int64_t(Its - Before);
  }
  // More of a line that took all of this cycle.
  if (P.LineAgain > 1 && Its == Line && lineOf(At) == Line) {
    Resting = P.LineAgain - 1;
    ReadsRest = !std::exchange(ReadAgain, true) || Apart;
  }
  At = Next;
}

/// A block of code is fetched in every cycle in which less than one waits. What
/// was fetched with its last byte can be decoded.
void OpCacheFrontEndUnit::fromDecoders(unsigned Room, uint64_t Now) {
  const uint64_t Block = P.FetchBytes;
  // No instruction is longer than 15 bytes.
  if (Fetched < address(At) + std::max<uint64_t>(Block, 16))
    Fetched = (Fetched / Block + 1) * Block;
  for (unsigned Used = 0; Used != P.Decoders && Room; ++Used) {
    QueuedUop &Next = At.Next;
    const uint16_t Count = Instrs[Next.Instr].Count;
    if (Next.Index == 0 &&
        address(At) + sizeOf(Ctx.K.Instrs[Next.Instr]) > Fetched)
      return;
    for (; Room && Next.Index != Count; ++Next.Index, --Room)
      Ctx.Out.deliver(Next, UopSource::Decoders, Now);
    if (Next.Index != Count)
      return;
    if (advance(At)) {
      Fetched = address(At);
      return;
    }
  }
}

void OpCacheFrontEndUnit::cycle(uint64_t Now) {
  if (Empty)
    return;
  Ahead = std::min(Ahead + 1, P.LinesAhead);
  const unsigned Waiting = Ctx.Queue.size();
  if (Resting) {
    --Resting;
    return;
  }
  if (Waiting >= P.OpQueue)
    return;
  if (Instrs[At.Next.Instr].Count == 0)
    advance(At); // only ever the very first one
  if (Cached)
    fromCache(P.OpQueue - Waiting, Now);
  else
    fromDecoders(P.OpQueue - Waiting, Now);
}

uint32_t OpCacheFrontEndUnit::round() const {
  if (!CopyBytes)
    return 1;
  return Wrap / std::gcd(CopyBytes, Wrap);
}

void OpCacheFrontEndUnit::state(StateWriter &W) const {
  W.iteration(At.Next.Iteration);
  W.word(uint64_t(At.Next.Instr) << 16 | At.Next.Index);
  if (Empty)
    return;
  W.word(At.Start % Wrap);
  W.word(uint64_t(Ahead) << 32 | uint32_t(Begun));
  W.word(uint64_t(ReadsRest) << 33 | uint64_t(ReadAgain) << 32 | Resting);
  if (!Cached)
    W.word(Fetched - address(At));
}

} // namespace takt::sim
