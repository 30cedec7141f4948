// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Means of three neighbours, there and back.

#include "kernel.h"

static double A[Long], B[Long];

KERNEL void kernel_jacobi1d(int Steps, int N, double *From, double *To) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < N - 1; ++I)
      To[I] = (From[I - 1] + From[I] + From[I + 1]) / 3;
    for (int I = 1; I < N - 1; ++I)
      From[I] = (To[I - 1] + To[I] + To[I + 1]) / 3;
  }
}

double run_jacobi1d(void) {
  fill(A, Long, 1);
  fill(B, Long, 2);
  kernel_jacobi1d(42, Long, A, B);
  return sum(A, Long);
}
