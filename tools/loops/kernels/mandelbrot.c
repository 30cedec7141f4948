// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of z² + c in each element, in place, scaled down to stay small.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    double re = d->x[i], im = d->y[i];
    d->x[i] = 0.3 * (re * re - im * im) + 0.01 * d->z[i];
    d->y[i] = 0.6 * re * im + 0.02;
  }
}
