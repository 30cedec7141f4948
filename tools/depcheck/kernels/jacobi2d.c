// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Means of a point and its four neighbours, there and back.

#include "kernel.h"

static double A[Short][Long], B[Short][Long];

KERNEL void kernel_jacobi2d(int Steps) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < Short - 1; ++I)
      for (int J = 1; J < Long - 1; ++J)
        B[I][J] = 0.2 * (A[I][J] + A[I][J - 1] + A[I][J + 1] + A[I - 1][J] +
                         A[I + 1][J]);
    for (int I = 1; I < Short - 1; ++I)
      for (int J = 1; J < Long - 1; ++J)
        A[I][J] = 0.2 * (B[I][J] + B[I][J - 1] + B[I][J + 1] + B[I - 1][J] +
                         B[I + 1][J]);
  }
}

double run_jacobi2d(void) {
  fill(&A[0][0], Short * Long, 1);
  fill(&B[0][0], Short * Long, 2);
  kernel_jacobi2d(1);
  return sum(&A[0][0], Short * Long);
}
