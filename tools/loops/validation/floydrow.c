// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortest ways through one more node (Floyd and Warshall), row by row.

#include "kernel.h"

KERNEL_SIZE(64);

FUNCTION void relax(int32_t *row, const int32_t *through, int32_t first, long n) {
  for (long j = 0; j < n; j++) {
    int32_t way = first + through[j];
    if (way < row[j])
      row[j] = way;
  }
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    relax(d->order + 1024 + 40 * i, d->sorted, (int32_t)i, 40);
}
