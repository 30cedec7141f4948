// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Codes of 1 to 16 bits, packed.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  uint64_t held = 0;
  uint32_t count = 0;
  uint8_t *out = d->b;
  for (long i = 0; i < n; i++) {
    uint32_t bits = 1 + (d->a[i] & 15);
    held |= (uint64_t)(d->a[i + 4096] & ((1u << bits) - 1)) << count;
    count += bits;
    *(uint64_t *)(void *)out = held;
    out += count >> 3;
    held >>= count & ~7u;
    count &= 7;
  }
  d->place = out - d->b;
}
