//===- LastAccesses.cpp - Who last touched a byte ---------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastAccesses.h"
#include <utility>

using namespace takt;

static constexpr size_t FirstSlots = 64;

size_t LastAccesses::slotOf(uint64_t Number) const {
  const size_t Mask = Slots.size() - 1;
  size_t At = (Number * 0x9e3779b97f4a7c15u >> 32) & Mask;
  while (Slots[At].Block && Slots[At].Number != Number)
    At = (At + 1) & Mask;
  return At;
}

LastAccesses::Block &LastAccesses::block(uint64_t Number) {
  if (2 * Blocks.size() >= Slots.size())
    grow();
  Slot &S = Slots[slotOf(Number)];
  if (!S.Block) {
    Blocks.emplace_back();
    S = {Number, static_cast<uint32_t>(Blocks.size())};
  }
  return Blocks[S.Block - 1];
}

void LastAccesses::grow() {
  std::vector<Slot> Old = std::exchange(
      Slots, std::vector<Slot>(Slots.empty() ? FirstSlots : 2 * Slots.size()));
  Blocks.reserve(Slots.size() / 4);
  for (const Slot &S : Old)
    if (S.Block)
      Slots[slotOf(S.Number)] = S;
}

void LastAccesses::clear() {
  Slots.assign(Slots.size(), Slot());
  Blocks.clear();
}
