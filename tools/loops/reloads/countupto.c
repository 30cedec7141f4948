// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number that is stored may be the number of iterations.

#include "kernel.h"

KERNEL_SIZE(Most4);

FUNCTION void add(uint32_t *APART a, const uint32_t *APART n) {
  for (uint32_t i = 0; i < *n; ++i)
    a[i] += 3;
}

void kernel(long n, struct Data *d) {
  const uint32_t number = n;
  add(d->i, &number);
}
