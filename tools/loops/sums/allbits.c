// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits that all have.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  uint32_t bits = -1;
  for (long i = 0; i < n; ++i)
    bits &= d->i[i];
  d->total = bits;
}
