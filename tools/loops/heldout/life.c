// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generation of Conway's game of life.

#include "kernel.h"

KERNEL_SIZE(32);

void kernel(long n, struct Data *d) {
  for (long y = 1; y <= n; y++)
    for (long x = 1; x < 63; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dy || dx)
            sum += d->a[(y + dy) * 64 + x + dx] & 1;
      d->b[y * 64 + x] = sum == 3 || (sum == 2 && (d->a[y * 64 + x] & 1));
    }
}
