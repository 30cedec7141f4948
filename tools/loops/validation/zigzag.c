// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences of neighbours, their sign in the lowest bit.

#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

FUNCTION void deltas(long n, const int32_t *in, uint32_t *out) {
  int32_t last = 0;
  for (long i = 0; i < n; i++) {
    int32_t delta = in[i] - last;
    last = in[i];
    out[i] = (uint32_t)delta << 1 ^ (uint32_t)(delta >> 31);
  }
}

void kernel(long n, struct Data *d) { deltas(n, d->sorted, d->j); }
