//===- Fences.cpp - Order between loads and stores --------------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fences.h"
#include <algorithm>

using namespace llvm;

namespace takt::sim {

Fences::Fences(const Core &M) : Used(M.P.HasFences) {
  if (!Used)
    return;
  for (unsigned K = 0; K != NumKinds; ++K)
    Sections.emplace_back(M.Reorder.size());
  SectionOf.assign(M.Uops.size(), 0);
}

bool Fences::orders(Ordering Order, unsigned Kind) {
  return Order == Ordering::LoadsAndStores ||
         Order == (Kind == Load ? Ordering::Loads : Ordering::Stores);
}

/// The kind of section that \p S belongs to, or -1.
int Fences::kindOf(const SimUop &S) {
  if (S.Fence)
    return -1;
  switch (S.Kind) {
  case UopKind::Load:
    return Load;
  case UopKind::StoreAddress:
  case UopKind::StoreData:
    return Store;
  case UopKind::Compute:
  case UopKind::Branch:
    return -1;
  }
  llvm_unreachable("covered switch");
}

Fences::Waits Fences::issue(UopNumber N, const SimUop &S, Ordering Order,
                            uint32_t Iteration) {
  Waits W;
  if (!Used)
    return W;
  if (const int K = kindOf(S); K >= 0) {
    ++current(K).Open;
    SectionOf[N & (SectionOf.size() - 1)] = Current[K];
    W.Fences = Last[K];
    return W;
  }
  if (!S.Fence)
    return W;
  const bool First = FenceInstr != S.Instr || FenceIteration != Iteration;
  FenceInstr = S.Instr;
  FenceIteration = Iteration;
  for (unsigned K = 0; K != NumKinds; ++K) {
    if (!orders(Order, K))
      continue;
    if (First) {
      Before[K] = std::exchange(Last[K], {});
      ++Current[K];
      current(K) = {};
    }
    W.Fences.append(Before[K]);
    Section &Earlier = Sections[K][Current[K] - 1];
    W.Known = std::max(W.Known, Earlier.End);
    if (Earlier.Open) {
      Earlier.Fences.push_back(N);
      ++W.Sections;
    }
    Last[K].push_back(N);
  }
  return W;
}

std::pair<ArrayRef<UopNumber>, Cycle>
Fences::finish(UopNumber N, const SimUop &S, Cycle End) {
  const int K = Used ? kindOf(S) : -1;
  if (K < 0)
    return {{}, 0};
  Section &Of = Sections[K][SectionOf[N & (SectionOf.size() - 1)]];
  Of.End = std::max(Of.End, End);
  if (--Of.Open)
    return {{}, 0};
  return {Of.Fences, Of.End};
}

void Fences::state(StateWriter &W) const {
  if (!Used)
    return;
  // Which µops belong to which section follows from their order.
  for (unsigned K = 0; K != NumKinds; ++K) {
    const Section &Now = Sections[K][Current[K]];
    const Section &Earlier = Sections[K][Current[K] - 1];
    W.word(Now.Open);
    W.time(Now.End);
    W.word(Earlier.Open);
    W.time(Earlier.End);
  }
}

} // namespace takt::sim
