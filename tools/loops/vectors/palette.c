// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices become colours of four bytes, byte by byte.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  const uint8_t *colours = (const uint8_t *)d->table;
  for (long i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k)
      d->b[4 * i + k] = colours[4 * d->a[i] + k];
}
