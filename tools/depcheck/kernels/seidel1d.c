// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Means of two neighbours on either side, in place.

#include "kernel.h"

static float A[Long];

KERNEL void kernel_seidel1d(int Steps, unsigned N, float *P) {
  for (int T = 0; T < Steps; ++T)
    for (unsigned I = 2; I < N - 2; ++I)
      P[I] = 0.2f * (P[I - 2] + P[I - 1] + P[I] + P[I + 1] + P[I + 2]);
}

double run_seidel1d(void) {
  fillFloats(A, Long, 1);
  kernel_seidel1d(84, Long, A);
  double Total = 0;
  for (int I = 0; I < Long; ++I)
    Total += A[I];
  return Total;
}
