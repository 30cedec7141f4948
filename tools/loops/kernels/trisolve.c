// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward substitution in a lower triangular matrix; one element is a row.

#include "kernel.h"

KERNEL_SIZE(128);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r) {
    long row = r % Side;
    double value = d->x[row];
    for (long c = 0; c < row; ++c)
      value -= d->matrix[row][c] * 0.01 * d->y[c];
    d->y[row] = value * d->factor;
  }
}
