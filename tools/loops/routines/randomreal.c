// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random doubles (xorshift).

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  uint64_t s = d->seed;
  for (long i = 0; i < n; i++) {
    s ^= s << 13; s ^= s >> 7; s ^= s << 17;
    d->x[i] = (double)(int64_t)(s >> 11) * 0x1p-53;
  }
  d->seed = s;
}
