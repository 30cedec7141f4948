// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two rows of bytes, mixed, with a division by 255.

#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

FUNCTION void blend(long n, const uint8_t *a, uint8_t *b, unsigned alpha) {
  for (long i = 0; i < n; i++)
    b[i] = (uint8_t)((a[i] * alpha + b[i] * (255 - alpha)) / 255);
}

void kernel(long n, struct Data *d) { blend(n, d->a, d->b, d->divisor & 127); }
