// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Digits to bytes.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint8_t hi = d->text[2 * i], lo = d->text[2 * i + 1];
    hi = (hi & 15) + 9 * (hi >> 6);
    lo = (lo & 15) + 9 * (lo >> 6);
    d->b[i] = hi << 4 | lo;
  }
}
