// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Order of bits reversed in each word, by masks and shifts.

#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint32_t x = d->i[i];
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    d->j[i] = x >> 16 | x << 16;
  }
}
