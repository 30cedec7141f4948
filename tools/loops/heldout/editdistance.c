// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of the table of edit distances of two texts.

#include "kernel.h"

KERNEL_SIZE(48);

void kernel(long n, struct Data *d) {
  int32_t *row = d->order + 1024;
  for (long j = 0; j <= 64; j++)
    row[j] = (int32_t)j;
  for (long i = 0; i < n; i++) {
    int32_t corner = row[0];
    row[0] = (int32_t)i + 1;
    for (long j = 0; j < 64; j++) {
      int32_t best = corner + ((d->a[i] & 7) != (d->b[j] & 7));
      corner = row[j + 1];
      if (corner + 1 < best)
        best = corner + 1;
      if (row[j] + 1 < best)
        best = row[j] + 1;
      row[j + 1] = best;
    }
  }
}
