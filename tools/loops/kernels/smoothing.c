// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponential moving average.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  float mean = d->u[0];
  for (long i = 0; i < n; ++i) {
    mean += 0.125f * (d->u[i] - mean);
    d->v[i] = mean;
  }
}
