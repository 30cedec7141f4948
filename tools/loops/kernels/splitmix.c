// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finalizer of splitmix64 in each element.

#include "kernel.h"

KERNEL_SIZE(3 * Most8 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint64_t x = d->p[i];
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    d->q[i] = x ^ x >> 31;
  }
}
