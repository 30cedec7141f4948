// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A filter of eight taps.

#include "kernel.h"

KERNEL_SIZE(2048);

FUNCTION void fir(long n, const float *h, const float *in, float *out) {
  for (long i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < 8; k++)
      sum += h[k] * in[i + k];
    out[i] = sum;
  }
}

void kernel(long n, struct Data *d) { fir(n, d->w, d->u, d->v); }
