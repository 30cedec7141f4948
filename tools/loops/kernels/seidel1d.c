// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stencil in place: each element waits for the one before.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 1; i <= n; ++i)
    d->x[i] = (d->x[i - 1] + d->x[i] + d->x[i + 1]) * 0.333;
}
