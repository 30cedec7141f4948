// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparisons of doubles to a byte of flags.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->b[i] = (uint8_t)((d->x[i] > d->y[i]) + 2 * (d->x[i] < d->factor) + 4 * (d->y[i] == d->z[i]));
}
