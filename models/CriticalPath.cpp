//===- CriticalPath.cpp - Dependences within the reorder buffer -*- C++ -*-===//
//
// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "takt/models/Bounds.h"
#include "takt/models/DependenceGraph.h"
#include <algorithm>

using namespace takt;

CriticalPath takt::criticalPath(const Kernel &K, const Cpu &C) {
  const unsigned Room =
      C.ReorderBuffer ? C.ReorderBuffer : UnknownReorderBuffer;
  CriticalPath P;
  P.Copies = std::max<uint64_t>(1, Room / std::max<uint64_t>(1, K.fusedUops()));
  const DependenceGraph G(K);
  const size_t N = G.nodes().size();
  // When each µop of each copy can be dispatched at the earliest, the first
  // copy's at 0. Copies and, along edges of distance 0, µops come in order.
  std::vector<int64_t> Start(N * P.Copies, 0);
  for (unsigned Copy = 0; Copy != P.Copies; ++Copy)
    for (uint32_t From = 0; From != N; ++From) {
      const int64_t Time = Start[Copy * N + From];
      for (uint32_t E = G.firstEdge(From); E != G.firstEdge(From + 1); ++E) {
        const DependenceEdge &Edge = G.edges()[E];
        if (Copy + uint64_t(Edge.Distance) >= P.Copies)
          continue;
        int64_t &To = Start[(Copy + Edge.Distance) * N + Edge.Target];
        To = std::max(To, Time + Edge.Latency);
        P.Length = std::max(P.Length, To);
      }
    }
  P.Cycles = Rational(P.Length, P.Copies);
  return P;
}
