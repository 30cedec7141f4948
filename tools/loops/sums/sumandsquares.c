// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum and the sum of squares.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double sum = 0, squares = 0;
  for (long i = 0; i < n; ++i) {
    sum += d->x[i];
    squares += d->x[i] * d->x[i];
  }
  d->sum = sum;
  d->sum2 = squares;
}
