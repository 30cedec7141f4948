// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two bits of a filter for each key.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t h = d->i[i];
    d->q[h >> 24] |= 1ull << (h & 63);
    h *= 0x9e3779b1u;
    d->p[h >> 24] |= 1ull << (h & 63);
  }
}
