// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes added with saturation.

#include "kernel.h"

KERNEL_SIZE(3 * Most1 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    unsigned sum = d->a[i] + d->b[i];
    d->b[i] = sum > 255 ? 255 : sum;
  }
}
