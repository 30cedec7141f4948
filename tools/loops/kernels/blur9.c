// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional stencil of nine points; one element is a row of 64.

#include "kernel.h"

KERNEL_SIZE(16);

void kernel(long n, struct Data *d) {
  for (long r = 0; r < n; ++r) {
    long row = r % Side + 1;
    for (long c = 1; c <= 64; ++c) {
      float sum = 0;
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc)
          sum += d->image[row + dr][c + dc];
      d->smooth[row][c] = sum * (1.0f / 9);
    }
  }
}
