// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small letters to capitals.

#include "kernel.h"

KERNEL_SIZE(3 * Most1 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint8_t c = d->text[i];
    d->b[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
  }
}
