// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floats to bfloat16, rounded to even.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t bits;
    __builtin_memcpy(&bits, &d->u[i], 4);
    bits += 0x7fff + (bits >> 16 & 1);
    d->s[i] = (int16_t)(bits >> 16);
  }
}
