// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Magnitudes of complex numbers.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->w[i] =
        __builtin_elementwise_sqrt(d->u[2 * i] * d->u[2 * i] + d->u[2 * i + 1] * d->u[2 * i + 1]);
}
