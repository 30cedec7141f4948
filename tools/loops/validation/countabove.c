// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many values are above a limit.

#include "kernel.h"

KERNEL_SIZE(Most8);

FUNCTION long count(long n, const double *x, double limit) {
  long found = 0;
  for (long i = 0; i < n; i++)
    if (x[i] > limit)
      found++;
  return found;
}

void kernel(long n, struct Data *d) { d->total = count(n, d->x, d->factor); }
