// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One-dimensional stencil of five points (floats).

#include "kernel.h"

KERNEL_SIZE(3 * Most4 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->v[i] = 0.1f * (d->u[i] + d->u[i + 4]) + 0.2f * (d->u[i + 1] + d->u[i + 3]) +
              0.4f * d->u[i + 2];
}
