// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three-dimensional stencil of seven points in planes of 8 by 8, as one array.

#include "kernel.h"

KERNEL_SIZE(3 * Most8 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->y[i + 64] = 0.4 * d->x[i + 64] + 0.1 * (d->x[i + 63] + d->x[i + 65] + d->x[i + 56] +
                                              d->x[i + 72] + d->x[i] + d->x[i + 128]);
}
