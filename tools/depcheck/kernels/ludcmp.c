// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x with A x = b: A = L U in place, then both triangles are solved.

#include "kernel.h"

enum { N = 80 };
static double A[N][N], B[N], X[N], Y[N];

KERNEL void kernel_ludcmp(double (*M)[N], double *Right, double *Solution,
                          double *Middle) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < I; ++J) {
      double W = M[I][J];
      for (int K = 0; K < J; ++K)
        W -= M[I][K] * M[K][J];
      M[I][J] = W / M[J][J];
    }
    for (int J = I; J < N; ++J) {
      double W = M[I][J];
      for (int K = 0; K < I; ++K)
        W -= M[I][K] * M[K][J];
      M[I][J] = W;
    }
  }
  for (int I = 0; I < N; ++I) {
    double W = Right[I];
    for (int J = 0; J < I; ++J)
      W -= M[I][J] * Middle[J];
    Middle[I] = W;
  }
  for (int I = N - 1; I >= 0; --I) {
    double W = Middle[I];
    for (int J = I + 1; J < N; ++J)
      W -= M[I][J] * Solution[J];
    Solution[I] = W / M[I][I];
  }
}

double run_ludcmp(void) {
  fill(&A[0][0], N * N, 1);
  makeDominant(&A[0][0], N);
  fill(B, N, 2);
  kernel_ludcmp(A, B, X, Y);
  return sum(X, N);
}
