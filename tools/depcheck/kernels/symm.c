// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = alpha A B + beta C with a symmetric A, of which the lower half is read.

#include "kernel.h"

enum { N = 120, M = 12 };
static double A[N][N], B[N][M], C[N][M];

KERNEL void kernel_symm(double Alpha, double Beta) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < M; ++J) {
      double Upper = 0;
      for (int K = 0; K < I; ++K) {
        C[K][J] += Alpha * B[I][J] * A[I][K];
        Upper += B[K][J] * A[I][K];
      }
      C[I][J] = Beta * C[I][J] + Alpha * (B[I][J] * A[I][I] + Upper);
    }
}

double run_symm(void) {
  fill(&A[0][0], N * N, 1);
  fill(&B[0][0], N * M, 2);
  fill(&C[0][0], N * M, 3);
  kernel_symm(1.5, 1.2);
  return sum(&C[0][0], N * M);
}
