// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last rows of the lower half of C = alpha A A' + beta C, as a blocked
// routine takes them.

#include "kernel.h"

enum { N = 700, M = 2 };
static double A[N][M], C[Short][N];

KERNEL void kernel_syrk(int From, int To, double Alpha, double Beta,
                        double (*Out)[N], double (*In)[M]) {
  for (int I = From; I < To; ++I) {
    for (int J = 0; J <= I; ++J)
      Out[I - From][J] *= Beta;
    for (int K = 0; K < M; ++K)
      for (int J = 0; J <= I; ++J)
        Out[I - From][J] += Alpha * In[I][K] * In[J][K];
  }
}

double run_syrk(void) {
  fill(&A[0][0], N * M, 1);
  fill(&C[0][0], Short * N, 2);
  kernel_syrk(N - Short, N, 1.5, 1.2, C, A);
  return sum(&C[0][0], Short * N);
}
