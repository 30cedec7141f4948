// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A = Q R by modified Gram-Schmidt: columns of A become orthogonal ones.

#include "kernel.h"
#include <math.h>

enum { Rows = 200, Columns = 24 };
static double A[Rows][Columns], Q[Rows][Columns], R[Columns][Columns];

KERNEL void kernel_gramschmidt(void) {
  for (int K = 0; K < Columns; ++K) {
    double Norm = 0;
    for (int I = 0; I < Rows; ++I)
      Norm += A[I][K] * A[I][K];
    R[K][K] = sqrt(Norm);
    for (int I = 0; I < Rows; ++I)
      Q[I][K] = A[I][K] / R[K][K];
    for (int J = K + 1; J < Columns; ++J) {
      R[K][J] = 0;
      for (int I = 0; I < Rows; ++I)
        R[K][J] += Q[I][K] * A[I][J];
      for (int I = 0; I < Rows; ++I)
        A[I][J] -= Q[I][K] * R[K][J];
    }
  }
}

double run_gramschmidt(void) {
  fill(&A[0][0], Rows * Columns, 1);
  kernel_gramschmidt();
  return sum(&R[0][0], Columns * Columns);
}
