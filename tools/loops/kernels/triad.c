// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum of a vector and a product of two.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  double factor = d->factor;
  for (long i = 0; i < n; ++i)
    d->z[i] = d->x[i] + d->y[i] * factor;
}
