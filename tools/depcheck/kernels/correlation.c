// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Correlations between the columns of a table.

#include "kernel.h"
#include <math.h>

enum { Points = 300, Columns = 24 };
static double Data[Points][Columns], Mean[Columns], Deviation[Columns];
static double Correlation[Columns][Columns];

KERNEL void kernel_correlation(double (*D)[Columns], double *M, double *S,
                               double (*C)[Columns]) {
  for (int J = 0; J < Columns; ++J) {
    M[J] = 0;
    for (int I = 0; I < Points; ++I)
      M[J] += D[I][J];
    M[J] /= Points;
    S[J] = 0;
    for (int I = 0; I < Points; ++I)
      S[J] += (D[I][J] - M[J]) * (D[I][J] - M[J]);
    S[J] = sqrt(S[J] / Points);
  }
  for (int I = 0; I < Points; ++I)
    for (int J = 0; J < Columns; ++J)
      D[I][J] = (D[I][J] - M[J]) / (sqrt(Points) * S[J]);
  for (int I = 0; I < Columns; ++I)
    for (int J = I; J < Columns; ++J) {
      C[I][J] = 0;
      for (int K = 0; K < Points; ++K)
        C[I][J] += D[K][I] * D[K][J];
      C[J][I] = C[I][J];
    }
}

double run_correlation(void) {
  fill(&Data[0][0], Points * Columns, 1);
  kernel_correlation(Data, Mean, Deviation, Correlation);
  return sum(&Correlation[0][0], Columns * Columns);
}
