// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The length of the longest common subsequence of two texts.

#include "kernel.h"

enum { N = Short, M = Long };
static int First[N], Second[M], Length[N + 1][M + 1];

KERNEL void kernel_lcs(int *A, int *B, int (*L)[M + 1]) {
  for (int I = 1; I <= N; ++I)
    for (int J = 1; J <= M; ++J) {
      int Skip = L[I - 1][J] > L[I][J - 1] ? L[I - 1][J] : L[I][J - 1];
      int Take = L[I - 1][J - 1] + (A[I - 1] == B[J - 1]);
      L[I][J] = Skip > Take ? Skip : Take;
    }
}

double run_lcs(void) {
  fillInts(First, N, 1, 26);
  fillInts(Second, M, 2, 26);
  kernel_lcs(First, Second, Length);
  return Length[N][M];
}
