// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward sweep of Thomas' algorithm, a division an element.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  double c = 0, r = 0;
  for (long i = 0; i < n; ++i) {
    double m = 1 / (4 - c * d->x[i]);
    c = d->y[i] * m;
    r = (d->x[i] - r) * m;
    d->z[i] = r;
  }
  d->sum = c;
}
