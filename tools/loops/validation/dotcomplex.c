// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar product of vectors of complex numbers, the first conjugated.

#include "kernel.h"

KERNEL_SIZE(768);

void kernel(long n, struct Data *d) {
  double re = 0, im = 0;
  for (long i = 0; i < n; i++) {
    re += d->x[2 * i] * d->y[2 * i] + d->x[2 * i + 1] * d->y[2 * i + 1];
    im += d->x[2 * i] * d->y[2 * i + 1] - d->x[2 * i + 1] * d->y[2 * i];
  }
  d->sum = re;
  d->sum2 = im;
}
