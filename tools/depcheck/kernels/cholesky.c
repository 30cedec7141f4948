// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lower half of A becomes L with A = L L'.

#include "kernel.h"
#include <math.h>

enum { N = 90 };
static double A[N * N];

KERNEL void kernel_cholesky(int Size, double *M) {
  for (int I = 0; I < Size; ++I) {
    for (int J = 0; J < I; ++J) {
      for (int K = 0; K < J; ++K)
        M[I * Size + J] -= M[I * Size + K] * M[J * Size + K];
      M[I * Size + J] /= M[J * Size + J];
    }
    for (int K = 0; K < I; ++K)
      M[I * Size + I] -= M[I * Size + K] * M[I * Size + K];
    M[I * Size + I] = sqrt(M[I * Size + I]);
  }
}

double run_cholesky(void) {
  fill(A, N * N, 1);
  makeDominant(A, N);
  kernel_cholesky(N, A);
  return sum(A, N * N);
}
