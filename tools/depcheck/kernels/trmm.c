// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// B = alpha A' B with a lower triangular A of unit diagonal, in place.

#include "kernel.h"

enum { N = 150, M = 10 };
static double A[N * N], B[N * M];

KERNEL void kernel_trmm(int Rows, int Columns, double Alpha, double *Triangle,
                        double *Matrix) {
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J) {
      for (int K = I + 1; K < Rows; ++K)
        Matrix[I * Columns + J] +=
            Triangle[K * Rows + I] * Matrix[K * Columns + J];
      Matrix[I * Columns + J] *= Alpha;
    }
}

double run_trmm(void) {
  fill(A, N * N, 1);
  fill(B, N * M, 2);
  kernel_trmm(N, M, 0.5, A, B);
  return sum(B, N * M) * 1e-9;
}
