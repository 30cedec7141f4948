// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values added at places of a permutation.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->w[d->order[i]] += d->u[i];
}
