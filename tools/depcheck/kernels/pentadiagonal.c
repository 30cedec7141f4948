// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x with A x = b for matrices A of five diagonals, without pivots: elimination
// forwards, substitution backwards. One system for each row.

#include "kernel.h"

enum { Systems = 42 };
// Two below the diagonal, the diagonal, two above.
static double L2[Long], L1[Long], D[Long], U1[Long], U2[Long], B[Systems][Long];

KERNEL void kernel_pentadiagonal(int N, double *Low2, double *Low1,
                                 double *Diagonal, double *Up1, double *Up2,
                                 double *X) {
  for (int I = 2; I < N; ++I)
    X[I] = X[I] - Low1[I] * X[I - 1] - Low2[I] * X[I - 2];
  for (int I = N - 3; I >= 0; --I)
    X[I] = (X[I] - Up1[I] * X[I + 1] - Up2[I] * X[I + 2]) / Diagonal[I];
}

double run_pentadiagonal(void) {
  fill(L2, Long, 1);
  fill(L1, Long, 2);
  fill(D, Long, 3);
  fill(U1, Long, 4);
  fill(U2, Long, 5);
  fill(&B[0][0], Systems * Long, 6);
  for (int I = 0; I < Long; ++I) {
    L2[I] /= 8;
    L1[I] /= 4;
    D[I] += 2;
  }
  for (int I = 0; I < Systems; ++I)
    kernel_pentadiagonal(Long, L2, L1, D, U1, U2, B[I]);
  return sum(&B[0][0], Systems * Long);
}
