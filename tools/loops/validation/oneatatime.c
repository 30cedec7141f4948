// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jenkins' one-at-a-time hash of bytes.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

FUNCTION uint32_t hash(long n, const uint8_t *key) {
  uint32_t h = 0;
  for (long i = 0; i < n; i++) {
    h += key[i];
    h += h << 10;
    h ^= h >> 6;
  }
  return h;
}

void kernel(long n, struct Data *d) { d->total = hash(n, d->text); }
