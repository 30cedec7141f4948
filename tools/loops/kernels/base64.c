// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three bytes to four letters by a table; one element is three bytes.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  const uint8_t *letters = d->text;
  for (long i = 0; i < n; ++i) {
    uint32_t bits = d->a[3 * i] << 16 | d->a[3 * i + 1] << 8 | d->a[3 * i + 2];
    d->b[4 * i] = letters[bits >> 18];
    d->b[4 * i + 1] = letters[bits >> 12 & 63];
    d->b[4 * i + 2] = letters[bits >> 6 & 63];
    d->b[4 * i + 3] = letters[bits & 63];
  }
}
