// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many digits numbers have, by a table.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  static const uint32_t powers[] = {9, 99, 999, 9999, 99999, 999999, 9999999, 99999999, 999999999, 4294967295u};
  long sum = 0;
  for (long i = 0; i < n; i++) {
    uint32_t x = d->i[i] >> (d->i[i] & 15);
    uint32_t g = (uint32_t)(32 - __builtin_clz(x | 1)) * 1233 >> 12;
    sum += g + (x > powers[g]);
  }
  d->total = sum;
}
