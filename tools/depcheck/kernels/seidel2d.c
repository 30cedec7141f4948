// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Means of a point and its eight neighbours, in place.

#include "kernel.h"

static double A[Short * Long];

KERNEL void kernel_seidel2d(int Steps, int Rows, int Columns, double *M) {
  for (int T = 0; T < Steps; ++T)
    for (int I = 1; I < Rows - 1; ++I)
      for (int J = 1; J < Columns - 1; ++J) {
        double *P = &M[I * Columns + J], *Above = P - Columns;
        double *Below = P + Columns;
        *P = (Above[-1] + Above[0] + Above[1] + P[-1] + P[0] + P[1] +
              Below[-1] + Below[0] + Below[1]) /
             9;
      }
}

double run_seidel2d(void) {
  fill(A, Short * Long, 1);
  kernel_seidel2d(2, Short, Long, A);
  return sum(A, Short * Long);
}
