// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits of two halves of a number, interleaved.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

static uint32_t spread(uint32_t x) {
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->j[i] = spread(d->i[i] & 0xffff) | spread(d->i[i] >> 16) << 1;
}
