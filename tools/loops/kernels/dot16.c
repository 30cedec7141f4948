// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar product of 16-bit integers.

#include "kernel.h"

KERNEL_SIZE(3 * Most2 / 4);

void kernel(long n, struct Data *d) {
  uint32_t sum = 0;
  for (long i = 0; i < n; ++i)
    sum += (uint32_t)(d->s[i] * d->t[i]);
  d->total = sum;
}
