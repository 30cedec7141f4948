//===- CorrectionList.cpp - Facts, decoded when asked for -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Cpu.h"
#include <mutex>

using namespace takt;

struct CorrectionList::State {
  std::vector<PatternId> Patterns;
  /// Null: not decoded yet.
  std::vector<std::unique_ptr<Correction>> Items;
  Decoder Decode;
  std::mutex Lock;
};

CorrectionList::CorrectionList() : S(std::make_shared<State>()) {}

CorrectionList::CorrectionList(std::vector<PatternId> Patterns, Decoder Decode)
    : CorrectionList() {
  S->Items.resize(Patterns.size());
  S->Patterns = std::move(Patterns);
  S->Decode = std::move(Decode);
}

size_t CorrectionList::size() const { return S->Items.size(); }

PatternId CorrectionList::pattern(size_t I) const { return S->Patterns[I]; }

const Correction &CorrectionList::operator[](size_t I) const {
  assert(I < size() && "no such correction");
  if (!S->Decode)
    return *S->Items[I];
  std::lock_guard<std::mutex> Guard(S->Lock);
  std::unique_ptr<Correction> &Item = S->Items[I];
  if (!Item)
    Item = std::make_unique<Correction>(S->Decode(I));
  return *Item;
}

void CorrectionList::append(Correction K) {
  S->Patterns.push_back(K.Pattern);
  S->Items.push_back(std::make_unique<Correction>(std::move(K)));
}
