// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alternating directions for the heat equation in two dimensions: a tridiagonal
// system for each column, then one for each row; forwards for the quotients p
// and q, and backwards.

#include "kernel.h"

enum { N = 150 };
static double U[N][N], V[N][N], P[N][N], Q[N][N];

KERNEL void kernel_adi(int Steps, double A, double B) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < N - 1; ++I) {
      V[0][I] = 1;
      P[I][0] = 0;
      Q[I][0] = V[0][I];
      for (int J = 1; J < N - 1; ++J) {
        P[I][J] = -A / (A * P[I][J - 1] + B);
        Q[I][J] = (U[J][I] - A * (U[J][I - 1] - 2 * U[J][I] + U[J][I + 1]) -
                   A * Q[I][J - 1]) /
                  (A * P[I][J - 1] + B);
      }
      V[N - 1][I] = 1;
      for (int J = N - 2; J >= 1; --J)
        V[J][I] = P[I][J] * V[J + 1][I] + Q[I][J];
    }
    for (int I = 1; I < N - 1; ++I) {
      U[I][0] = 1;
      P[I][0] = 0;
      Q[I][0] = U[I][0];
      for (int J = 1; J < N - 1; ++J) {
        P[I][J] = -A / (A * P[I][J - 1] + B);
        Q[I][J] = (V[I][J] - A * (V[I - 1][J] - 2 * V[I][J] + V[I + 1][J]) -
                   A * Q[I][J - 1]) /
                  (A * P[I][J - 1] + B);
      }
      U[I][N - 1] = 1;
      for (int J = N - 2; J >= 1; --J)
        U[I][J] = P[I][J] * U[I][J + 1] + Q[I][J];
    }
  }
}

double run_adi(void) {
  fill(&U[0][0], N * N, 1);
  kernel_adi(2, -0.4, 1.8);
  return sum(&U[0][0], N * N);
}
