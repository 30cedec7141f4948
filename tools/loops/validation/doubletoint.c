// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doubles to integers, scaled.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

FUNCTION void convert(long n, const double *x, int32_t *out) {
  for (long i = 0; i < n; i++)
    out[i] = (int32_t)(x[i] * 1000.0);
}

void kernel(long n, struct Data *d) { convert(n, d->x, (int32_t *)d->j); }
