// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned 64-bit integers to doubles between 0 and 1.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

FUNCTION void convert(long n, const uint64_t *in, double *out) {
  for (long i = 0; i < n; i++)
    out[i] = (double)in[i] * 0x1p-64;
}

void kernel(long n, struct Data *d) { convert(n, d->p, d->x); }
