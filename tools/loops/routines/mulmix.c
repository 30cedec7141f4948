// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of products of 128 bits.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  uint64_t h = d->seed;
  for (long i = 0; i < n; i++) {
    unsigned __int128 m = (unsigned __int128)(d->p[i] ^ 0xa0761d6478bd642full) * (d->q[i] ^ h);
    h = (uint64_t)m ^ (uint64_t)(m >> 64);
  }
  d->total = h;
}
