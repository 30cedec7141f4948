// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte that is stored may be part of a pointer to a row.

#include "kernel.h"

KERNEL_SIZE(Most1);

FUNCTION void invert(uint8_t *APART *APART rows, long row, long n) {
  for (long i = 0; i < n; ++i)
    rows[row][i] = 255 - rows[row][i];
}

void kernel(long n, struct Data *d) {
  uint8_t *rows[] = {d->a, d->b};
  invert(rows, 1, n);
}
