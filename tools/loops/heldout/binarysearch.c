// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers in random order, each sought by bisection.

#include "kernel.h"

KERNEL_SIZE(256);

FUNCTION long lower(const int32_t *a, long n, int32_t key) {
  long low = 0, high = n;
  while (low < high) {
    long middle = low + (high - low) / 2;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->p[i] = (uint64_t)lower(d->sorted, 1024, d->order[i] - Most4 / 2);
}
