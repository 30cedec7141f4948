// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar product of signed bytes.

#include "kernel.h"

KERNEL_SIZE(3 * Most1 / 4);

FUNCTION int32_t dot(long n, const int8_t *a, const int8_t *b) {
  int32_t sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void kernel(long n, struct Data *d) {
  d->total = dot(n, (const int8_t *)d->a, (const int8_t *)d->b);
}
