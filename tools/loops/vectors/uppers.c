// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Upper halves of products of 64 bits.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->q[i] = (unsigned __int128)d->p[i] * d->q[i] >> 64;
}
