// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum of digits as check.

#include "kernel.h"

KERNEL_SIZE(8192);

void kernel(long n, struct Data *d) {
  uint32_t sum = 0;
  for (long i = 0; i < n; i++) {
    uint32_t c = d->text[i] & 7;
    c <<= i & 1;
    sum += c > 9 ? c - 9 : c;
  }
  d->total = sum % 10;
}
