// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last rows of the lower half of C = alpha (A B' + B A') + beta C.

#include "kernel.h"

enum { N = 700, M = 2, First = N - Short };
static double A[N][M], B[N][M], C[Short][N];

KERNEL void kernel_syr2k(double Alpha, double Beta) {
  for (int I = First; I < N; ++I) {
    for (int J = 0; J <= I; ++J)
      C[I - First][J] *= Beta;
    for (int K = 0; K < M; ++K)
      for (int J = 0; J <= I; ++J)
        C[I - First][J] += Alpha * (A[J][K] * B[I][K] + B[J][K] * A[I][K]);
  }
}

double run_syr2k(void) {
  fill(&A[0][0], N * M, 1);
  fill(&B[0][0], N * M, 2);
  fill(&C[0][0], Short * N, 3);
  kernel_syr2k(1.5, 1.2);
  return sum(&C[0][0], Short * N);
}
