// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixing steps of a Murmur-like hash of words.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  uint32_t hash = 17;
  for (long i = 0; i < n; ++i) {
    uint32_t k = d->i[i] * 0xcc9e2d51;
    k = (k << 15 | k >> 17) * 0x1b873593;
    hash ^= k;
    hash = (hash << 13 | hash >> 19) * 5 + 0xe6546b64;
  }
  d->total = hash;
}
