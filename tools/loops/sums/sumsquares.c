// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of squares.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    sum += d->x[i] * d->x[i];
  d->sum = sum;
}
