// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer square roots, bit by bit.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t x = d->i[i], r = 0;
    for (uint32_t b = 1u << 30; b; b >>= 2) {
      uint32_t t = r + b;
      r >>= 1;
      if (x >= t) { x -= t; r += b; }
    }
    d->j[i] = r;
  }
}
