// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Squares of the lengths of vectors of three floats.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    struct Point p = d->points[i];
    d->w[i] = p.x * p.x + p.y * p.y + p.z * p.z;
  }
}
