// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product of integers.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  uint32_t product = 1;
  for (long i = 0; i < n; ++i)
    product *= d->i[i] | 1;
  d->total = product;
}
