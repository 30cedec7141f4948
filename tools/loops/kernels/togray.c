// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Red, green and blue bytes to one of brightness: strides of three.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->b[i] = (77 * d->a[3 * i] + 150 * d->a[3 * i + 1] + 29 * d->a[3 * i + 2]) >> 8;
}
