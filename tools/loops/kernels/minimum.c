// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Smallest integer.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  int32_t least = INT32_MAX;
  for (long i = 0; i < n; ++i)
    least = d->order[i] < least ? d->order[i] : least;
  d->total = least;
}
