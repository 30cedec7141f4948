// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of Newton's iteration for a square root, each of another number.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  double root = 1;
  for (long i = 0; i < n; i++)
    root = 0.5 * (root + d->x[i] / root);
  d->sum = root;
}
