// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The heat equation in three dimensions, explicitly, there and back.

#include "kernel.h"

enum { N = 6, M = 400 };
static double A[N][N][M], B[N][N][M];

static inline double next(double (*P)[N][M], int I, int J, int K) {
  double Here = 2 * P[I][J][K];
  return P[I][J][K] + 0.125 * (P[I + 1][J][K] - Here + P[I - 1][J][K]) +
         0.125 * (P[I][J + 1][K] - Here + P[I][J - 1][K]) +
         0.125 * (P[I][J][K + 1] - Here + P[I][J][K - 1]);
}

KERNEL void kernel_heat3d(int Steps, double (*From)[N][M], double (*To)[N][M]) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < N - 1; ++I)
      for (int J = 1; J < N - 1; ++J)
        for (int K = 1; K < M - 1; ++K)
          To[I][J][K] = next(From, I, J, K);
    for (int I = 1; I < N - 1; ++I)
      for (int J = 1; J < N - 1; ++J)
        for (int K = 1; K < M - 1; ++K)
          From[I][J][K] = next(To, I, J, K);
  }
}

double run_heat3d(void) {
  fill(&A[0][0][0], N * N * M, 1);
  fill(&B[0][0][0], N * N * M, 2);
  kernel_heat3d(8, A, B);
  return sum(&A[0][0][0], N * N * M);
}
