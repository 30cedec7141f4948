// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A rational function.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->y[i] = (d->x[i] * 0.75 + 0.5) / (d->x[i] * d->x[i] + 1.25);
}
