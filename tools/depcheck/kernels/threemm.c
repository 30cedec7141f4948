// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// G = (A B) (C D).

#include "kernel.h"

enum { N = 32, M = 52 };
static double A[N * M], B[M * N], C[N * M], D[M * N];
static double E[N * N], F[N * N], G[N * N];

// One product; all three loops are looked at three times.
KERNEL void kernel_threemm(long Rows, long Inner, long Columns,
                           const double *Left, const double *Right,
                           double *Out) {
  for (long I = 0; I < Rows; ++I)
    for (long J = 0; J < Columns; ++J) {
      Out[I * Columns + J] = 0;
      for (long K = 0; K < Inner; ++K)
        Out[I * Columns + J] += Left[I * Inner + K] * Right[K * Columns + J];
    }
}

double run_threemm(void) {
  fill(A, N * M, 1);
  fill(B, M * N, 2);
  fill(C, N * M, 3);
  fill(D, M * N, 4);
  kernel_threemm(N, M, N, A, B, E);
  kernel_threemm(N, M, N, C, D, F);
  kernel_threemm(N, N, N, E, F, G);
  return sum(G, N * N);
}
