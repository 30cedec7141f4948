//===- IntelLayout.cpp - Where code lies in blocks and windows --*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntelLayout.h"
#include <cassert>
#include <numeric>

using namespace llvm;

namespace takt::sim {

IntelLayout::IntelLayout(const Kernel &K, const IntelFrontEnd &P)
    : K(K), P(P), Address(K.Instrs.size()) {
  const uint32_t N = K.Instrs.size();
  if (N == 0)
    return;
  for (const KernelInstr &I : K.Instrs)
    SizesKnown &= I.Size != 0;
  const bool Straight = !SizesKnown || K.Repeats == Notion::Unrolled;
  Address[0] = K.Instrs[0].Offset;
  for (uint32_t I = 1; I != N; ++I)
    Address[I] = Straight ? Address[I - 1] + size(I - 1) : K.Instrs[I].Offset;

  Runs.push_back({0, 1});
  for (uint32_t I = 1; I != N; ++I) {
    const bool Follows =
        Address[I] == Address[I - 1] + size(I - 1) && !K.Instrs[I - 1].Taken;
    if (Follows || K.Repeats == Notion::Unrolled || K.Instrs[I].MacroFused)
      Runs.back().Last = I + 1;
    else
      Runs.push_back({I, I + 1});
  }
}

bool IntelLayout::isBranch(uint32_t I) const {
  const KernelInstr &Instr = K.Instrs[I];
  return Instr.Taken || Instr.MacroFused || Instr.hasUop(UopKind::Branch);
}

//===----------------------------------------------------------------------===//
// Blocks of the predecoder
//===----------------------------------------------------------------------===//

void IntelLayout::count(uint32_t I, uint64_t At, uint64_t FirstBlock,
                        MutableArrayRef<BlockCount> Blocks) const {
  const Decoding &D = K.Instrs[I].Decode;
  const uint64_t End = (At + size(I) - 1) / P.FetchBytes - FirstBlock;
  const uint64_t Opcode = (At + D.OpcodeOffset) / P.FetchBytes - FirstBlock;
  ++Blocks[End].Ending;
  Blocks[Opcode].Prefixed += D.LengthChangingPrefix;
  if (Opcode < End)
    Blocks[Opcode].Crossing = true;
}

void IntelLayout::countBlocks(InstrRange R,
                              SmallVectorImpl<BlockCount> &Out) const {
  const uint64_t First = Address[R.First] / P.FetchBytes;
  const uint64_t Last =
      (Address[R.Last - 1] + size(R.Last - 1) - 1) / P.FetchBytes;
  Out.assign(Last - First + 1, {});
  for (uint32_t I = R.First; I != R.Last; ++I)
    count(I, Address[I], First, Out);
}

uint32_t IntelLayout::countEndlessBlocks(PoolVector<BlockCount> &Out) const {
  const uint32_t N = K.Instrs.size();
  const uint64_t Bytes = Address[N - 1] + size(N - 1) - Address[0];
  const uint64_t Copies =
      P.FetchBytes / std::gcd<uint64_t>(Bytes, P.FetchBytes);
  const uint64_t Blocks = Bytes * Copies / P.FetchBytes;
  const uint64_t First = Address[0] / P.FetchBytes;
  Out.assign(Blocks + 1, {});
  for (uint64_t Copy = 0; Copy != Copies; ++Copy)
    for (uint32_t I = 0; I != N; ++I)
      count(I, Address[I] + Copy * Bytes, First, {Out.data(), Out.size()});
  // The last block is the first one again, with what the round's end adds.
  Out[Blocks].Ending += Out[0].Ending;
  Out[Blocks].Prefixed += Out[0].Prefixed;
  Out[Blocks].Crossing |= Out[0].Crossing;
  return Copies;
}

//===----------------------------------------------------------------------===//
// Windows of the µop cache
//===----------------------------------------------------------------------===//

bool IntelLayout::hasErratumBranch(InstrRange R) const {
  for (uint32_t I = R.First; I != R.Last; ++I) {
    if (!isBranch(I))
      continue;
    // A macro-fused pair counts as one.
    const uint64_t Begin = Address[K.Instrs[I].MacroFused ? I - 1 : I];
    const uint64_t End = Address[I] + size(I);
    if (Begin / P.CacheWindow != End / P.CacheWindow)
      return true;
  }
  return false;
}

/// The last instruction of the first half has a length-changing prefix and
/// could be macro-fused, and two or more of the second half are like that
/// (uiCA-model, section 7: found by experiment, not explained).
bool IntelLayout::hasOddPrefixes(InstrRange R) const {
  const auto IsOdd = [&](uint32_t I) {
    return K.Instrs[I].Decode.LengthChangingPrefix &&
           K.Instrs[I].Decode.MacroFusible;
  };
  constexpr uint64_t Pair = 2;
  uint64_t Half = ~uint64_t(0);
  bool Before = false;    // the last one of the half before is odd
  bool LastIsOdd = false; // the last one so far
  unsigned Odd = 0;       // in this half
  for (uint32_t I = R.First; I != R.Last; ++I) {
    const uint64_t At =
        (Address[I] + K.Instrs[I].Decode.OpcodeOffset) / P.FetchBytes;
    if (At != Half) {
      Before = LastIsOdd && At == Half + 1 && At % Pair == 1;
      Half = At;
      Odd = 0;
    }
    LastIsOdd = IsOdd(I);
    Odd += LastIsOdd;
    if (Before && Odd >= 2)
      return true;
  }
  return false;
}

bool IntelLayout::isUncacheable(InstrRange R) const {
  if (!SizesKnown)
    return false;
  return (P.JumpErratum && hasErratumBranch(R)) ||
         (P.RejectsOddPrefixes && hasOddPrefixes(R));
}

} // namespace takt::sim
