// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The most base pairs of a folded RNA: table[i][j] is the best of leaving out
// an end, pairing the ends, and any split.

#include "kernel.h"

enum { N = 85 };
static int Sequence[N], Table[N][N];

static inline int best(int A, int B) { return A > B ? A : B; }

KERNEL void kernel_nussinov(int *Bases, int (*T)[N]) {
  for (int I = N - 1; I >= 0; --I)
    for (int J = I + 1; J < N; ++J) {
      int Pairs = Bases[I] + Bases[J] == 3;
      T[I][J] = best(T[I][J - 1], T[I + 1][J]);
      T[I][J] = best(T[I][J], T[I + 1][J - 1] + Pairs);
      for (int K = I + 1; K < J; ++K)
        T[I][J] = best(T[I][J], T[I][K] + T[K + 1][J]);
    }
}

double run_nussinov(void) {
  fillInts(Sequence, N, 1, 4);
  // Row N is never read, for J stays below N and above I.
  kernel_nussinov(Sequence, Table);
  return Table[0][N - 1];
}
