// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of the lowest four bits.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint64_t w = d->p[i];
    uint32_t r = 0;
    for (int k = 0; k < 4; k++) {
      r = r << 8 | (uint32_t)__builtin_ctzll(w | 1ull << 63);
      w &= w - 1;
    }
    d->j[i] = r;
  }
}
