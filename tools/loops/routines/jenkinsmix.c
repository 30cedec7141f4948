// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of three words at a time (lookup3).

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  uint32_t a = 1, b = 2, c = 3;
#define ROT(x, r) ((x) << (r) | (x) >> (32 - (r)))
  for (long i = 0; i < n; i++) {
    a += d->i[3 * i]; b += d->i[3 * i + 1]; c += d->i[3 * i + 2];
    a -= c; a ^= ROT(c, 4); c += b;
    b -= a; b ^= ROT(a, 6); a += c;
    c -= b; c ^= ROT(b, 8); b += a;
    a -= c; a ^= ROT(c, 16); c += b;
    b -= a; b ^= ROT(a, 19); a += c;
    c -= b; c ^= ROT(b, 4); b += a;
  }
  d->total = c;
}
