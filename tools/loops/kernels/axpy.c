// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A multiple of one vector is added to another (doubles, in place).

#include "kernel.h"

KERNEL_SIZE(3 * Most8 / 4);

void kernel(long n, struct Data *d) {
  double factor = d->factor;
  for (long i = 0; i < n; ++i)
    d->y[i] += factor * d->x[i];
}
