// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logistic map.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  double x = 0.3;
  for (long i = 0; i < n; i++) {
    x = 2.5 * x * (1 - x);
    d->y[i] = x;
  }
}
