// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of two vectors is added to a matrix; one element is a row of 32.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r)
    for (long c = 0; c < Side; ++c)
      d->result[r % Side][c] += d->x[r] * d->y[c];
}
