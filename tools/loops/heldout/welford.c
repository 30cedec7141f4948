// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mean and variance in one pass (Welford), with a division each.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  double mean = 0, squares = 0;
  for (long i = 0; i < n; i++) {
    double delta = d->x[i] - mean;
    mean += delta / (double)(i + 1);
    squares += delta * (d->x[i] - mean);
  }
  d->sum = mean;
  d->sum2 = squares;
}
