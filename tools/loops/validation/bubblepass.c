// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass of bubble sort; after some calls the front is sorted.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    if (d->i[i] > d->i[i + 1]) {
      uint32_t kept = d->i[i];
      d->i[i] = d->i[i + 1];
      d->i[i + 1] = kept;
    }
}
