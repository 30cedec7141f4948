// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear interpolation in a table.

#include "kernel.h"

KERNEL_SIZE(1024);

FUNCTION void interpolate(long n, const float *table, const float *at, float *out) {
  for (long i = 0; i < n; i++) {
    float place = at[i] * 1000.0f;
    int32_t k = (int32_t)place;
    float part = place - (float)k;
    out[i] = table[k] + part * (table[k + 1] - table[k]);
  }
}

void kernel(long n, struct Data *d) { interpolate(n, d->u, d->v, d->w); }
