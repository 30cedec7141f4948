// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four integers each, sorted by a network of five exchanges.

#include "kernel.h"

KERNEL_SIZE(1024);

static void order(uint32_t *a, uint32_t *b) {
  uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
  *a = low;
  *b = high;
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t a = d->i[4 * i], b = d->i[4 * i + 1], c = d->i[4 * i + 2], e = d->i[4 * i + 3];
    order(&a, &b);
    order(&c, &e);
    order(&a, &c);
    order(&b, &e);
    order(&b, &c);
    d->p[2 * i] = (uint64_t)a << 32 | b;
    d->p[2 * i + 1] = (uint64_t)c << 32 | e;
  }
}
