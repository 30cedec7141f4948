// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A' (A x).

#include "kernel.h"

static double A[Short][Long], X[Long], Y[Long], Temporary[Short];

KERNEL void kernel_atax(int Rows, int Columns, double (*M)[Long], double *In,
                        double *Out, double *Product) {
  for (int I = 0; I < Rows; ++I) {
    Product[I] = 0;
    for (int J = 0; J < Columns; ++J)
      Product[I] += M[I][J] * In[J];
    for (int J = 0; J < Columns; ++J)
      Out[J] += M[I][J] * Product[I];
  }
}

double run_atax(void) {
  fill(&A[0][0], Short * Long, 1);
  fill(X, Long, 2);
  kernel_atax(Short, Long, A, X, Y, Temporary);
  return sum(Y, Long);
}
