// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pixels of three bytes to 16 bits.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    const uint8_t *p = &d->a[3 * i];
    d->t[i] = (int16_t)(p[0] >> 3 << 11 | p[1] >> 2 << 5 | p[2] >> 3);
  }
}
