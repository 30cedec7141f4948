// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One-dimensional stencil of three points.

#include "kernel.h"

KERNEL_SIZE(3 * Most8 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->y[i] = 0.25 * d->x[i] + 0.5 * d->x[i + 1] + 0.25 * d->x[i + 2];
}
