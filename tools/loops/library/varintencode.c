// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ascending numbers, as bytes of seven bits and a flag (LEB128).

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  uint8_t *out = d->b;
  for (long i = 0; i < n; i++) {
    uint32_t value = (uint32_t)(d->sorted[i] + Most4 / 2);
    while (value >= 128) {
      *out++ = (uint8_t)(value | 128);
      value >>= 7;
    }
    *out++ = (uint8_t)value;
  }
  d->place = out - d->b;
}
