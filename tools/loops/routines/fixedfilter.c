// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recursive filter of second order in fixed point.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  int32_t a = 0, b = 0;
  for (long i = 0; i < n; i++) {
    int32_t y = (d->s[i] * 3000 + a * 20000 - b * 9000) >> 15;
    b = a;
    a = y;
    d->t[i] = (int16_t)y;
  }
}
