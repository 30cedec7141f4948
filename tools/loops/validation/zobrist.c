// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exclusive or of numbers that bytes select (Zobrist).

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  uint64_t hash = 0;
  for (long i = 0; i < n; i++)
    hash ^= d->p[d->a[i]];
  d->total = (int64_t)hash;
}
