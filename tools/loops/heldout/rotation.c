// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plane rotation of two vectors (BLAS srot).

#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

FUNCTION void rot(long n, float *x, float *y, float c, float s) {
  for (long i = 0; i < n; i++) {
    float t = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = t;
  }
}

void kernel(long n, struct Data *d) { rot(n, d->u, d->v, 0.8f, 0.6f); }
