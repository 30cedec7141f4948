// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers become a column of a matrix.

#include "kernel.h"

KERNEL_SIZE(32);

void kernel(long n, struct Data *d) {
  for (long j = 0; j < n; ++j)
    for (long i = 0; i < Side; ++i)
      d->result[i][j] = d->matrix[j][i];
}
