// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional stencil of five points; one element is a row of 64.

#include "kernel.h"

KERNEL_SIZE(32);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r) {
    long row = r % Side + 1;
    for (long c = 1; c <= 64; ++c)
      d->smooth[row][c] = 0.2f * (d->image[row][c] + d->image[row - 1][c] + d->image[row + 1][c] +
                                  d->image[row][c - 1] + d->image[row][c + 1]);
  }
}
