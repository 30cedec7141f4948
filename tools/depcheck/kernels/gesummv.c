// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = alpha A x + beta B x.

#include "kernel.h"

static double A[Short * Long], B[Short * Long], X[Long], Y[Short], T[Short];

KERNEL void kernel_gesummv(int Rows, int Columns, double Alpha, double Beta,
                           const double *M1, const double *M2, const double *In,
                           double *Partial, double *Out) {
  for (int I = 0; I < Rows; ++I) {
    Partial[I] = 0;
    Out[I] = 0;
    for (int J = 0; J < Columns; ++J) {
      Partial[I] += M1[I * Columns + J] * In[J];
      Out[I] += M2[I * Columns + J] * In[J];
    }
    Out[I] = Alpha * Partial[I] + Beta * Out[I];
  }
}

double run_gesummv(void) {
  fill(A, Short * Long, 1);
  fill(B, Short * Long, 2);
  fill(X, Long, 3);
  kernel_gesummv(Short, Long, 1.5, 1.2, A, B, X, T, Y);
  return sum(Y, Short);
}
