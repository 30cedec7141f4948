// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile of a matrix product, a row of 32 by 32 times 32; one element is a row.

#include "kernel.h"

KERNEL_SIZE(16);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r)
    for (long k = 0; k < Side; ++k) {
      double factor = d->x[32 * (r % 4) + k];
      for (long c = 0; c < Side; ++c)
        d->result[r % Side][c] += factor * d->matrix[k][c];
    }
}
