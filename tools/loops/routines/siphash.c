// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A keyed hash of words.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  uint64_t a = d->seed, b = 2, c = 3, e = 4;
#define ROT(x, r) ((x) << (r) | (x) >> (64 - (r)))
  for (long i = 0; i < n; i++) {
    uint64_t m = d->p[i];
    e ^= m;
    for (int k = 0; k < 2; k++) {
      a += b; b = ROT(b, 13); b ^= a; a = ROT(a, 32);
      c += e; e = ROT(e, 16); e ^= c;
      a += e; e = ROT(e, 21); e ^= a;
      c += b; b = ROT(b, 17); b ^= c; c = ROT(c, 32);
    }
    a ^= m;
  }
  d->total = a ^ b ^ c ^ e;
}
