// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of 8 by 8 bytes of a picture, transposed; one element is a block.

#include "kernel.h"

KERNEL_SIZE(128);

FUNCTION void transpose8(const uint8_t *in, uint8_t *out, long stride) {
  for (long y = 0; y < 8; y++)
    for (long x = 0; x < 8; x++)
      out[8 * x + y] = in[stride * y + x];
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    transpose8(d->a + 8 * (i % 16) + 1024 * (i / 16), d->b + 64 * i, 128);
}
