// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Covariances between the columns of a table.

#include "kernel.h"

enum { Points = 300, Columns = 24 };
static double Data[Points * Columns], Mean[Columns], Cov[Columns * Columns];

KERNEL void kernel_covariance(void) {
  for (int J = 0; J < Columns; ++J) {
    Mean[J] = 0;
    for (int I = 0; I < Points; ++I)
      Mean[J] += Data[I * Columns + J];
    Mean[J] /= Points;
  }
  for (int I = 0; I < Points; ++I)
    for (int J = 0; J < Columns; ++J)
      Data[I * Columns + J] -= Mean[J];
  for (int I = 0; I < Columns; ++I)
    for (int J = I; J < Columns; ++J) {
      Cov[I * Columns + J] = 0;
      for (int K = 0; K < Points; ++K)
        Cov[I * Columns + J] += Data[K * Columns + I] * Data[K * Columns + J];
      Cov[I * Columns + J] /= Points - 1;
      Cov[J * Columns + I] = Cov[I * Columns + J];
    }
}

double run_covariance(void) {
  fill(Data, Points * Columns, 1);
  kernel_covariance();
  return sum(Cov, Columns * Columns);
}
