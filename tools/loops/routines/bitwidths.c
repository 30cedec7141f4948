// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many bits differences have.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  uint32_t before = 0;
  long bits = 0;
  for (long i = 0; i < n; i++) {
    uint32_t x = d->i[i] - before;
    before = d->i[i];
    bits += 32 - (x ? __builtin_clz(x) : 32);
  }
  d->total = bits;
}
