// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix times vector, rows of 32; one element is a row.

#include "kernel.h"

KERNEL_SIZE(128);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r) {
    const double *row = d->matrix[r % Side];
    double sum = 0;
    for (long c = 0; c < Side; ++c)
      sum += row[c] * d->x[c];
    d->y[r] = sum;
  }
}
