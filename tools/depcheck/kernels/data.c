// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Input data of the kernels.

#include "kernel.h"

// A linear congruential generator (Knuth, MMIX); the high bits are good.
static unsigned next(unsigned long long *State) {
  *State = *State * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*State >> 33);
}

void fill(double *Values, long Count, unsigned Seed) {
  unsigned long long State = Seed;
  for (long I = 0; I < Count; ++I)
    Values[I] = 0.5 + next(&State) / 2147483648.0;
}

void fillFloats(float *Values, long Count, unsigned Seed) {
  unsigned long long State = Seed;
  for (long I = 0; I < Count; ++I)
    Values[I] = 0.5f + (float)next(&State) / 2147483648.0f;
}

void fillInts(int *Values, long Count, unsigned Seed, int Below) {
  unsigned long long State = Seed;
  for (long I = 0; I < Count; ++I)
    Values[I] = (int)(next(&State) % (unsigned)Below);
}

void makeDominant(double *Matrix, long Size) {
  for (long I = 0; I < Size; ++I)
    Matrix[I * Size + I] += 2.0 * (double)Size;
}

double sum(const double *Values, long Count) {
  double Total = 0;
  for (long I = 0; I < Count; ++I)
    Total += Values[I];
  return Total;
}
