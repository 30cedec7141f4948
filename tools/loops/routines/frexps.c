// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponents and fractions of products.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    union { double x; uint64_t b; } v = {.x = d->x[i] * d->y[i]};
    sum += (long)(v.b >> 52 & 2047) - 1022;
    v.b = (v.b & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
    d->z[i] = v.x;
  }
  d->total = sum;
}
