// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sine in fixed point.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    int32_t x = d->s[i];
    int32_t y = x * x >> 15;
    int32_t r = (y * 2600 >> 15) - 21166;
    r = (r * y >> 15) + 51472;
    d->t[i] = (int16_t)(r * x >> 16);
  }
}
