// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// D = alpha (A B) C + beta D, by sums over k.

#include "kernel.h"

enum { N = 36, K1 = 64 };
static float A[N][K1], B[K1][N], C[N][N], D[N][N], T[N][N];

KERNEL void kernel_twomm(float Alpha, float Beta, float (*Left)[K1],
                         float (*Middle)[N], float (*Right)[N],
                         float (*Product)[N], float (*Out)[N]) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      Product[I][J] = 0;
      for (int K = 0; K < K1; ++K)
        Product[I][J] += Alpha * Left[I][K] * Middle[K][J];
    }
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      Out[I][J] *= Beta;
      for (int K = 0; K < N; ++K)
        Out[I][J] += Product[I][K] * Right[K][J];
    }
}

double run_twomm(void) {
  fillFloats(&A[0][0], N * K1, 1);
  fillFloats(&B[0][0], K1 * N, 2);
  fillFloats(&C[0][0], N * N, 3);
  fillFloats(&D[0][0], N * N, 4);
  kernel_twomm(1.5f, 1.2f, A, B, C, T, D);
  double Total = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Total += D[I][J];
  return Total;
}
