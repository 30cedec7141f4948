// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The upper halves of products.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  uint64_t sum = 0;
  for (long i = 0; i < n; i++)
    sum += (uint64_t)(((unsigned __int128)d->p[i] * d->q[i]) >> 64);
  d->total = sum;
}
