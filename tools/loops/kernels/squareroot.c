// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths of vectors in the plane.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->z[i] = __builtin_elementwise_sqrt(d->x[i] * d->x[i] + d->y[i] * d->y[i]);
}
