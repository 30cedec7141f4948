// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every other element of one vector is added to another.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->u[i] += d->v[2 * i] * d->factor4;
}
