// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row is made orthogonal to others; one element is a row of 32.

#include "kernel.h"

KERNEL_SIZE(32);

void kernel(long n, struct Data *d) {
  double row[Side];
  for (long c = 0; c < Side; c++)
    row[c] = d->x[c];
  for (long r = 0; r < n; r++) {
    double product = 0;
    for (long c = 0; c < Side; c++)
      product += row[c] * d->matrix[r % Side][c];
    product *= 0.03;
    for (long c = 0; c < Side; c++)
      row[c] -= product * d->matrix[r % Side][c];
  }
  for (long c = 0; c < Side; c++)
    d->y[c] = row[c];
}
