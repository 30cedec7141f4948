// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum of two long numbers, with carries.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  uint64_t carry = 0;
  for (long i = 0; i < n; i++) {
    unsigned __int128 sum = (unsigned __int128)d->p[i] + d->q[i] + carry;
    d->q[i] = (uint64_t)sum;
    carry = (uint64_t)(sum >> 64);
  }
  d->total = (int64_t)carry;
}
