// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix of six elements a row, stored by columns (ELLPACK), times a vector.

#include "kernel.h"

KERNEL_SIZE(256);

FUNCTION void multiply(long n, const double *values, const int32_t *columns, const double *x, double *y) {
  for (long r = 0; r < n; r++) {
    double sum = 0;
    for (long k = 0; k < 6; k++)
      sum += values[256 * k + r] * x[columns[256 * k + r] & 1023];
    y[r] = sum;
  }
}

void kernel(long n, struct Data *d) { multiply(n, d->x, d->sorted + 2048 - 1024, d->z, d->y); }
