// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two filters of second order, one after the other.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  double a1 = 0, a2 = 0, b1 = 0, b2 = 0;
  for (long i = 0; i < n; i++) {
    double w = d->x[i] - 0.3 * a1 - 0.1 * a2;
    double middle = 0.25 * w + 0.5 * a1 + 0.25 * a2;
    a2 = a1;
    a1 = w;
    double v = middle + 0.2 * b1 - 0.15 * b2;
    d->y[i] = 0.2 * v + 0.4 * b1 + 0.2 * b2;
    b2 = b1;
    b1 = v;
  }
}
