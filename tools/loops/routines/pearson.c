// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of bytes by a table.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  uint8_t h = 0;
  const uint8_t *t = d->b;
  for (long i = 0; i < n; i++)
    h = t[h ^ d->text[i]];
  d->total = h;
}
