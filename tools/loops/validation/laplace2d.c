// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Laplacian of a grid, five points.

#include "kernel.h"

KERNEL_SIZE(32);

FUNCTION void laplace(long rows, long width, const double *in, double *out) {
  for (long i = 1; i <= rows; i++)
    for (long j = 1; j < width - 1; j++)
      out[i * width + j] = in[(i - 1) * width + j] + in[(i + 1) * width + j] +
                           in[i * width + j - 1] + in[i * width + j + 1] - 4 * in[i * width + j];
}

void kernel(long n, struct Data *d) { laplace(n, 40, d->x, d->y); }
