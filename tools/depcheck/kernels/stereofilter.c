// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive filter of second order for both channels of a sound, whose
// samples alternate, in place; 16 bits a sample.

#include "kernel.h"

enum { Samples = 100000 };
static int Random[2 * Samples];
static short Sound[2 * Samples];

static inline short filter(int Now, int Last, int Second, int Near, int Far) {
  return (short)((Now * (256 - Near - Far) + Last * Near + Second * Far) >> 8);
}

KERNEL void kernel_stereofilter(long N, short *S, int Near, int Far) {
  for (long I = 4; I < 2 * N; I += 2) {
    S[I] = filter(S[I], S[I - 2], S[I - 4], Near, Far);
    S[I + 1] = filter(S[I + 1], S[I - 1], S[I - 3], Near, Far);
  }
}

double run_stereofilter(void) {
  fillInts(Random, 2 * Samples, 1, 60000);
  for (int I = 0; I < 2 * Samples; ++I)
    Sound[I] = (short)(Random[I] - 30000);
  kernel_stereofilter(Samples, Sound, 100, 50);
  double Total = 0;
  for (int I = 0; I < 2 * Samples; ++I)
    Total += Sound[I];
  return Total;
}
