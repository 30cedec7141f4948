// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x with L x = b, for a lower triangular L.

#include "kernel.h"

enum { N = 440 };
static double L[N * N], B[N], X[N];

KERNEL void kernel_trisolv(int Size, double *Lower, double *Solution,
                           double *Right) {
  for (int I = 0; I < Size; ++I) {
    Solution[I] = Right[I];
    for (int J = 0; J < I; ++J)
      Solution[I] -= Lower[I * Size + J] * Solution[J];
    Solution[I] /= Lower[I * Size + I];
  }
}

double run_trisolv(void) {
  fill(L, N * N, 1);
  makeDominant(L, N);
  fill(B, N, 2);
  kernel_trisolv(N, L, X, B);
  return sum(X, N);
}
