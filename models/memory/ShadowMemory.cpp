//===- ShadowMemory.cpp - What a kernel stored ------------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "RandomValues.h"
#include "llvm/Support/MathExtras.h"

using namespace takt;

static constexpr unsigned WordBytes = 8;

ShadowMemory::ShadowMemory(uint64_t Seed, uint64_t Words, uint64_t Bits)
    : Seed(Seed), Bits(Bits), Table(llvm::PowerOf2Ceil(2 * Words + 1)) {}

uint64_t ShadowMemory::initial(uint64_t Number) const {
  return randomValue(mixed(Seed ^ mixed(Number))) & Bits;
}

/// Where word \p Number is, or should be put.
uint64_t ShadowMemory::indexOf(uint64_t Number) const {
  const uint64_t Mask = Table.size() - 1;
  uint64_t At = mixed(Number) & Mask;
  while (Table[At].Used && Table[At].Number != Number)
    At = (At + 1) & Mask;
  return At;
}

PartialValue ShadowMemory::word(uint64_t Number) const {
  const Word &W = Table[indexOf(Number)];
  if (W.Used)
    return {W.Value, W.Known};
  return {initial(Number), firstBytes(WordBytes)};
}

void ShadowMemory::grow() {
  std::vector<Word> Old(2 * Table.size());
  Old.swap(Table);
  for (const Word &W : Old)
    if (W.Used)
      Table[indexOf(W.Number)] = W;
}

ShadowMemory::Word &ShadowMemory::find(uint64_t Number) {
  if (Word &W = Table[indexOf(Number)]; W.Used)
    return W;
  if (++NumUsed > Table.size() / 2)
    grow();
  return Table[indexOf(Number)] = {Number, initial(Number),
                                   firstBytes(WordBytes), true};
}

PartialValue ShadowMemory::load(uint64_t Address, unsigned Bytes) const {
  unsigned Skip = Address % WordBytes;
  PartialValue V = word(Address / WordBytes);
  V.Value >>= 8 * Skip;
  V.Known >>= Skip;
  if (Skip + Bytes > WordBytes) {
    // The last word is followed by the first one.
    PartialValue Next = word((Address + WordBytes) / WordBytes);
    V.Value |= Next.Value << 8 * (WordBytes - Skip);
    V.Known |= Next.Known << (WordBytes - Skip);
  }
  V.Value &= bitsOfBytes(Bytes);
  V.Known |= ~firstBytes(Bytes);
  return V;
}

void ShadowMemory::store(uint64_t Address, unsigned Bytes, PartialValue V) {
  unsigned Skip = Address % WordBytes;
  unsigned Here = std::min(Bytes, WordBytes - Skip);
  store(Address / WordBytes, Skip, Here, V);
  if (Here == Bytes)
    return;
  V.Value >>= 8 * Here;
  V.Known >>= Here;
  store((Address + WordBytes) / WordBytes, 0, Bytes - Here, V);
}

/// Stores the lowest \p Bytes of \p V in word \p Number from byte \p First on.
void ShadowMemory::store(uint64_t Number, unsigned First, unsigned Bytes,
                         PartialValue V) {
  Word &W = find(Number);
  uint64_t Bits = bitsOfBytes(Bytes) << 8 * First;
  uint8_t Mask = firstBytes(Bytes) << First;
  const uint64_t Value = (W.Value & ~Bits) | (V.Value << 8 * First & Bits);
  const uint8_t Known = (W.Known & ~Mask) | (V.Known << First & Mask);
  Changed |= Value != W.Value || Known != W.Known;
  W.Value = Value;
  W.Known = Known;
}
