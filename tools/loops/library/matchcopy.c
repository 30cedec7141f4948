// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A match of LZ77 near by: each byte is one that was just written.

#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

FUNCTION void copyMatch(long n, uint8_t *out, long distance) {
  for (long i = 0; i < n; i++)
    out[i] = out[i - distance];
}

void kernel(long n, struct Data *d) { copyMatch(n, d->b + 64, 40); }
