// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A number that is stored may be the number of iterations.

#include "kernel.h"

KERNEL_SIZE(Most4);

FUNCTION void copy(uint32_t *APART to, const uint32_t *APART from,
                   const uint32_t *APART n) {
  for (uint32_t i = 0; i < *n; ++i)
    to[i] = from[i];
}

void kernel(long n, struct Data *d) {
  const uint32_t number = n;
  copy(d->i, d->j, &number);
}
