// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes in threes become one, weighted.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->b[i] = (d->a[3 * i] + 2 * d->a[3 * i + 1] + d->a[3 * i + 2]) >> 2;
}
