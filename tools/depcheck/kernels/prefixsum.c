// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums in place, of the element before, of the one four before, of two
// before, and from the end.

#include "kernel.h"

enum { Count = 24000 };
static double A[Count], B[Count];
static long C[Count];
static float D[Count];

KERNEL void kernel_prefixsum(int N, double *One, double *Four, long *Two,
                             float *Reverse) {
  for (int I = 1; I < N; ++I)
    One[I] += One[I - 1];
  for (int I = 4; I < N; ++I)
    Four[I] += 0.5 * Four[I - 4];
  for (int I = 2; I < N; ++I)
    Two[I] = (Two[I - 1] ^ Two[I - 2]) + I;
  for (unsigned I = (unsigned)N - 1; I-- > 0;)
    Reverse[I] += 0.5f * Reverse[I + 1];
}

double run_prefixsum(void) {
  fill(A, Count, 1);
  fill(B, Count, 2);
  fillFloats(D, Count, 3);
  kernel_prefixsum(Count, A, B, C, D);
  double Total = sum(A, Count) + sum(B, Count) + D[0];
  for (int I = 0; I < Count; ++I)
    Total += (double)(C[I] & 1023);
  return Total;
}
