// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pull of all bodies on one.

#include "kernel.h"

KERNEL_SIZE(1024);

FUNCTION void force(long n, const float *x, const float *y, const float *z, float *out) {
  float fx = 0, fy = 0, fz = 0;
  for (long i = 0; i < n; i++) {
    float dx = x[i] - 1.0f, dy = y[i] - 1.0f, dz = z[i] - 1.0f;
    float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inverse = 1.0f / (r2 * __builtin_elementwise_sqrt(r2));
    fx += dx * inverse;
    fy += dy * inverse;
    fz += dz * inverse;
  }
  out[0] = fx;
  out[1] = fy;
  out[2] = fz;
}

void kernel(long n, struct Data *d) { force(n, d->u, d->v, d->w, &d->points[0].x); }
