//===- HottestPath.cpp - The likeliest way through a loop -------*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/HottestPath.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace takt;

std::string takt::pathShare(double Probability) {
  if (Probability >= 1)
    return "100";
  if (Probability < 0.01)
    return "less than 1";
  return utostr(std::min(99L, std::lround(Probability * 100)));
}

static Error pathError(const char *Reason) {
  return createStringError(inconvertibleErrorCode(), Reason);
}

namespace {
/// The edges that leave each block.
using Adjacency = std::vector<SmallVector<PathEdge, 2>>;

/// How control gets to a block from the header within one iteration.
struct Reach {
  double Best = 0;       ///< probability of the most probable way
  double Total = 0;      ///< probability of all ways
  unsigned Previous = 0; ///< block before it on the most probable way
};
} // namespace

/// Blocks so that every edge but those to the header leads forward; empty if
/// there is no such order.
static std::vector<unsigned> topologicalOrder(const Adjacency &Out) {
  std::vector<unsigned> Incoming(Out.size(), 0), Order;
  for (const auto &Edges : Out)
    for (const PathEdge &E : Edges)
      if (E.To != 0)
        ++Incoming[E.To];
  for (unsigned B = 0; B != Out.size(); ++B)
    if (!Incoming[B])
      Order.push_back(B);
  for (size_t I = 0; I != Order.size(); ++I)
    for (const PathEdge &E : Out[Order[I]])
      if (E.To != 0 && --Incoming[E.To] == 0)
        Order.push_back(E.To);
  if (Order.size() != Out.size())
    Order.clear();
  return Order;
}

/// Ways from the header, over \p Order; the entry behind the last block is the
/// header's, reached again.
static std::vector<Reach> followEdges(ArrayRef<unsigned> Order,
                                      const Adjacency &Out) {
  std::vector<Reach> R(Out.size() + 1);
  R[0].Best = R[0].Total = 1;
  for (unsigned B : Order)
    for (const PathEdge &E : Out[B]) {
      Reach &To = R[E.To == 0 ? Out.size() : E.To];
      const double Way = R[B].Best * E.Probability;
      if (Way > To.Best || (Way == To.Best && Way > 0 && B < To.Previous)) {
        To.Best = Way;
        To.Previous = B;
      }
      To.Total += R[B].Total * E.Probability;
    }
  return R;
}

Expected<HottestPath> takt::hottestPath(unsigned NumBlocks,
                                        ArrayRef<PathEdge> Edges) {
  Adjacency Out(NumBlocks);
  for (const PathEdge &E : Edges)
    Out[E.From].push_back(E);
  const std::vector<unsigned> Order = topologicalOrder(Out);
  if (Order.empty())
    return pathError("irreducible control flow");

  std::vector<Reach> R = followEdges(Order, Out);
  if (!(R[NumBlocks].Best > 0)) {
    for (auto &Leaving : Out)
      for (PathEdge &E : Leaving)
        E.Probability = 1.0 / Leaving.size();
    R = followEdges(Order, Out);
    if (!(R[NumBlocks].Best > 0))
      return pathError("no way back to the loop's header");
  }

  HottestPath P;
  P.Probability = std::min(1.0, R[NumBlocks].Best / R[NumBlocks].Total);
  for (unsigned B = R[NumBlocks].Previous;; B = R[B].Previous) {
    P.Blocks.push_back(B);
    if (B == 0)
      break;
  }
  std::reverse(P.Blocks.begin(), P.Blocks.end());
  return P;
}
