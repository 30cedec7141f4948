// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four rounds of a cipher of words.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  uint32_t a = d->i[0], b = d->i[1];
  for (long i = 0; i < n; i++) {
    a ^= d->j[2 * i]; b ^= d->j[2 * i + 1];
    uint32_t s = 0;
    for (int k = 0; k < 4; k++) {
      a += ((b << 4 ^ b >> 5) + b) ^ (s + d->table[s & 3]);
      s += 0x9e3779b9u;
      b += ((a << 4 ^ a >> 5) + a) ^ (s + d->table[(s >> 11) & 3]);
    }
    d->i[2 * i] = a; d->i[2 * i + 1] = b;
  }
}
