// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of a radix sort.

#include "kernel.h"

KERNEL_SIZE(1536);

void kernel(long n, struct Data *d) {
  uint32_t *place = d->counts;
  for (long k = 0; k < 256; k++)
    place[k] = (uint32_t)k * 16;
  for (long i = 0; i < n; i++) {
    uint32_t key = d->i[i];
    d->j[place[key >> 24]++ & 4095] = key;
  }
}
