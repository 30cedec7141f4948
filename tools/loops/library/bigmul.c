// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long number times a word is added to another one (a row of a long product).

#include "kernel.h"

KERNEL_SIZE(1024);

FUNCTION uint64_t multiplyAdd(long n, const uint64_t *a, uint64_t factor, uint64_t *sum) {
  uint64_t carry = 0;
  for (long i = 0; i < n; i++) {
    unsigned __int128 product = (unsigned __int128)a[i] * factor + sum[i] + carry;
    sum[i] = (uint64_t)product;
    carry = (uint64_t)(product >> 64);
  }
  return carry;
}

void kernel(long n, struct Data *d) { d->total = (int64_t)multiplyAdd(n, d->p, d->seed, d->q); }
