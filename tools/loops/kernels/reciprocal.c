// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of divisions.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  double value = d->factor;
  for (long i = 0; i < n; ++i)
    value = d->x[i] / (value + 1);
  d->sum = value;
}
