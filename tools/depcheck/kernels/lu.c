// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A = L U in place, L with a unit diagonal, without pivots: each entry is its
// value minus the sum of l u over what is already there.

#include "kernel.h"

enum { N = 80 };
static double A[N][N];

KERNEL void kernel_lu(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < I; ++J) {
      for (int K = 0; K < J; ++K)
        A[I][J] -= A[I][K] * A[K][J];
      A[I][J] /= A[J][J];
    }
    for (int J = I; J < N; ++J)
      for (int K = 0; K < I; ++K)
        A[I][J] -= A[I][K] * A[K][J];
  }
}

double run_lu(void) {
  fill(&A[0][0], N * N, 1);
  makeDominant(&A[0][0], N);
  kernel_lu();
  return sum(&A[0][0], N * N);
}
