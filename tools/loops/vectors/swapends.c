// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first and the last of three bytes change places.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint8_t first = d->a[3 * i], second = d->a[3 * i + 1];
    d->b[3 * i] = d->a[3 * i + 2];
    d->b[3 * i + 1] = second;
    d->b[3 * i + 2] = first;
  }
}
