// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse matrix in compressed rows of 4 to 11 elements times a vector.

#include "kernel.h"

KERNEL_SIZE(96);

FUNCTION void spmv(long rows, const double *values, const int32_t *columns, const double *x,
                   double *y) {
  long k = 0;
  for (long r = 0; r < rows; r++) {
    double sum = 0;
    for (long end = k + 4 + (r & 7); k < end; k++)
      sum += values[k] * x[columns[k]];
    y[r] = sum;
  }
}

void kernel(long n, struct Data *d) { spmv(n, d->y, d->order, d->x, d->z); }
