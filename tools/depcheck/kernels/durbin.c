// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y with T y = -r for the symmetric Toeplitz matrix T of 1, r0, r1, ...
// (Levinson and Durbin's recursion).

#include "kernel.h"

enum { N = 300 };
static double R[N], Y[N], Z[N];

KERNEL void kernel_durbin(int Size, double *Row, double *Solution,
                          double *Next) {
  double Alpha = -Row[0], Beta = 1;
  Solution[0] = -Row[0];
  for (int K = 1; K < Size; ++K) {
    double Sum = 0;
    Beta *= 1 - Alpha * Alpha;
    for (int I = 0; I < K; ++I)
      Sum += Row[K - I - 1] * Solution[I];
    Alpha = -(Row[K] + Sum) / Beta;
    for (int I = 0; I < K; ++I)
      Next[I] = Solution[I] + Alpha * Solution[K - I - 1];
    for (int I = 0; I < K; ++I)
      Solution[I] = Next[I];
    Solution[K] = Alpha;
  }
}

double run_durbin(void) {
  fill(R, N, 1);
  // A matrix that is far from singular.
  for (int I = 0; I < N; ++I)
    R[I] /= 2.0 * N;
  kernel_durbin(N, R, Y, Z);
  return sum(Y, N);
}
