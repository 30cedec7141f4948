// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16 bits to floats, by integers and one product.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t half = (uint16_t)d->s[i];
    union {
      uint32_t bits;
      float value;
    } x = {.bits = (half & 0x3fff) << 13};
    x.value *= 0x1p112f;
    x.bits |= (half & 0x8000) << 16;
    d->w[i] = x.value;
  }
}
