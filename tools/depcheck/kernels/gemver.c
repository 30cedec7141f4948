// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// B = A + u1 v1' + u2 v2', x = beta B' y + z, w = alpha B x.

#include "kernel.h"

static double A[Short * Long], U1[Short], U2[Short], V1[Long], V2[Long];
static double X[Long], Y[Short], Z[Long], W[Short];

KERNEL void kernel_gemver(int Rows, int Columns, double Alpha, double Beta,
                          double *B, double *Left1, double *Left2,
                          double *Right1, double *Right2, double *XOut,
                          double *YIn, double *ZIn, double *WOut) {
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      B[I * Columns + J] += Left1[I] * Right1[J] + Left2[I] * Right2[J];
  for (int J = 0; J < Columns; ++J)
    for (int I = 0; I < Rows; ++I)
      XOut[J] += Beta * B[I * Columns + J] * YIn[I];
  for (int J = 0; J < Columns; ++J)
    XOut[J] += ZIn[J];
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      WOut[I] += Alpha * B[I * Columns + J] * XOut[J];
}

double run_gemver(void) {
  fill(A, Short * Long, 1);
  fill(U1, Short, 2);
  fill(U2, Short, 3);
  fill(V1, Long, 4);
  fill(V2, Long, 5);
  fill(Y, Short, 6);
  fill(Z, Long, 7);
  kernel_gemver(Short, Long, 1.5, 1.2, A, U1, U2, V1, V2, X, Y, Z, W);
  return sum(W, Short);
}
