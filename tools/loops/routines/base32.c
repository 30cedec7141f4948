// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Five bytes to eight digits.

#include "kernel.h"

KERNEL_SIZE(1600);

void kernel(long n, struct Data *d) {
  static const uint8_t digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  for (long i = 0; i < n; i++) {
    uint64_t w = 0;
    for (int k = 0; k < 5; k++)
      w = w << 8 | d->a[5 * i + k];
    for (int k = 0; k < 8; k++)
      d->b[8 * i + k] = digits[w >> (35 - 5 * k) & 31];
  }
}
