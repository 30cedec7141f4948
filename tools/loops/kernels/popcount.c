// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Number of bits that are one.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  int64_t bits = 0;
  for (long i = 0; i < n; ++i)
    bits += __builtin_popcountll(d->p[i]);
  d->total = bits;
}
