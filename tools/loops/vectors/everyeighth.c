// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every eighth number is doubled into another row.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i += 8)
    d->y[i] = d->x[i] * 2;
}
