// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four rows times four columns, as in the middle of a matrix product.

#include "kernel.h"

KERNEL_SIZE(768);

void kernel(long n, struct Data *d) {
  float c[4][4];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[i][j] = d->w[4 * i + j];
  for (long k = 0; k < n; k++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        c[i][j] += d->u[4 * k + i] * d->v[4 * k + j];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      d->smooth[i][j] = c[i][j];
}
