// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x1 += A y1, x2 += A' y2.

#include "kernel.h"

static double A[Short * Long], X1[Short], X2[Long], Y1[Long], Y2[Short];

KERNEL void kernel_mvt(long Rows, long Columns, const double *M, double *Out1,
                       double *Out2, const double *In1, const double *In2) {
  for (long I = 0; I < Rows; ++I)
    for (long J = 0; J < Columns; ++J)
      Out1[I] += M[I * Columns + J] * In1[J];
  for (long I = 0; I < Columns; ++I)
    for (long J = 0; J < Rows; ++J)
      Out2[I] += M[J * Columns + I] * In2[J];
}

double run_mvt(void) {
  fill(A, Short * Long, 1);
  fill(Y1, Long, 2);
  fill(Y2, Short, 3);
  kernel_mvt(Short, Long, A, X1, X2, Y1, Y2);
  return sum(X1, Short) + sum(X2, Long);
}
