// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest paths between many nodes through a few.

#include "kernel.h"

enum { Through = 4, Rows = 6, Nodes = 4000 };
static int Path[Rows][Nodes];

KERNEL void kernel_floydwarshall(int (*P)[Nodes]) {
  for (int K = 0; K < Through; ++K)
    for (int I = 0; I < Rows; ++I)
      for (int J = 0; J < Nodes; ++J)
        P[I][J] = P[I][J] < P[I][K] + P[K][J] ? P[I][J] : P[I][K] + P[K][J];
}

double run_floydwarshall(void) {
  fillInts(&Path[0][0], Rows * Nodes, 1, 1000);
  kernel_floydwarshall(Path);
  double Total = 0;
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Nodes; ++J)
      Total += Path[I][J];
  return Total;
}
