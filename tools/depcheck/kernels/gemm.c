// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = alpha A B + beta C, by rows.

#include "kernel.h"

enum { Rows = 16, Inner = 4 };
static double A[Rows][Inner], B[Inner][Long], C[Rows][Long];

KERNEL void kernel_gemm(double Alpha, double Beta) {
  for (int I = 0; I < Rows; ++I) {
    for (int J = 0; J < Long; ++J)
      C[I][J] *= Beta;
    for (int K = 0; K < Inner; ++K)
      for (int J = 0; J < Long; ++J)
        C[I][J] += Alpha * A[I][K] * B[K][J];
  }
}

double run_gemm(void) {
  fill(&A[0][0], Rows * Inner, 1);
  fill(&B[0][0], Inner * Long, 2);
  fill(&C[0][0], Rows * Long, 3);
  kernel_gemm(1.5, 1.2);
  return sum(&C[0][0], Rows * Long);
}
