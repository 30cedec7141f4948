// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts of values, of values with weights, and of one value that is nearly
// always the same.

#include "kernel.h"

enum { Count = 33000 };
static int Values[Count], Same[Count];
static int Counts[256];
static double Weights[Count], Sums[256];

KERNEL void kernel_histogram(int N, const int *Bins, const int *OneBin,
                             const double *Weight, int *Count, double *Sum) {
  for (int I = 0; I < N; ++I)
    ++Count[Bins[I]];
  for (int I = 0; I < N; ++I)
    Sum[Bins[I]] += Weight[I];
  for (int I = 0; I < N; ++I)
    Count[OneBin[I]] += 2;
}

double run_histogram(void) {
  fillInts(Values, Count, 1, 256);
  // 15 of 16 are bin 7.
  fillInts(Same, Count, 2, 16);
  for (int I = 0; I < Count; ++I)
    Same[I] = Same[I] ? 7 : 9;
  fill(Weights, Count, 3);
  kernel_histogram(Count, Values, Same, Weights, Counts, Sums);
  double Total = sum(Sums, 256);
  for (int I = 0; I < 256; ++I)
    Total += (double)I * Counts[I];
  return Total;
}
