// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum in memory may be the number of iterations.

#include "kernel.h"

KERNEL_SIZE(Most4);

FUNCTION void add(uint32_t *APART sum, const uint32_t *APART a,
                  const uint32_t *APART n) {
  for (uint32_t i = 0; i < *n; ++i)
    *sum += a[i];
}

void kernel(long n, struct Data *d) {
  const uint32_t number = n;
  uint32_t sum = 0;
  add(&sum, d->i, &number);
  d->total = sum;
}
