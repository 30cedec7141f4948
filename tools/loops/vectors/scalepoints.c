// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three of four fields of each struct are scaled.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  float factor = d->factor4;
  for (long i = 0; i < n; ++i) {
    d->points[i].x *= factor;
    d->points[i].y *= factor;
    d->points[i].z *= factor;
  }
}
