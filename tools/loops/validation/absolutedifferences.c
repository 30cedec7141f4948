// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum of absolute differences of bytes.

#include "kernel.h"

KERNEL_SIZE(3 * Most1 / 4);

FUNCTION uint32_t sad(long n, const uint8_t *a, const uint8_t *b) {
  uint32_t sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return sum;
}

void kernel(long n, struct Data *d) { d->total = sad(n, d->a, d->b); }
