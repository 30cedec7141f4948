// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes are looked up in a table of 16 bits.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->t[i] = d->s[d->a[i]];
}
