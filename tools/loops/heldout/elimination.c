// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A multiple of one row is taken from each other, as in an LU decomposition.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    const double *row = d->matrix[i % Side];
    double ratio = row[0] / d->y[0];
    for (long j = 0; j < Side; j++)
      d->result[i % Side][j] = row[j] - ratio * d->y[j];
  }
}
