// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No vectors, whether or not it may be the number of iterations.

#include "kernel.h"

KERNEL_SIZE(Most4);

FUNCTION void scan(uint32_t *APART a, const uint32_t *APART n) {
  for (uint32_t i = 1; i < *n; ++i)
    a[i] += 3 * a[i - 1];
}

void kernel(long n, struct Data *d) {
  const uint32_t number = n;
  scan(d->i, &number);
}
