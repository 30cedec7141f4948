// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix times its own transpose, the lower half (BLAS dsyrk).

#include "kernel.h"

KERNEL_SIZE(32);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      double sum = 0;
      for (long k = 0; k < Side; k++)
        sum += d->matrix[i][k] * d->matrix[j][k];
      d->result[i][j] = sum;
    }
}
