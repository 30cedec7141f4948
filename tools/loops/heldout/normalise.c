// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of length one, from an array for each coordinate.

#include "kernel.h"

KERNEL_SIZE(1024);

FUNCTION void normalise(long n, float *x, float *y, float *z) {
  for (long i = 0; i < n; i++) {
    float scale = 1.0f / __builtin_elementwise_sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    x[i] *= scale;
    y[i] *= scale;
    z[i] *= scale;
  }
}

void kernel(long n, struct Data *d) { normalise(n, d->u, d->v, d->w); }
