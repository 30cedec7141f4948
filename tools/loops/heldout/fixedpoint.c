// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of fixed-point numbers, rounded.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

FUNCTION void scale(long n, const int16_t *a, int16_t *b) {
  for (long i = 0; i < n; i++)
    b[i] = (int16_t)((a[i] * b[i] + 0x4000) >> 15);
}

void kernel(long n, struct Data *d) { scale(n, d->s, d->t); }
