// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers go where a hash of others says.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->j[d->p[i] * 0x9E3779B97F4A7C15 >> 53] = i;
}
