// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of complex numbers, parts side by side.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    float re = d->u[2 * i], im = d->u[2 * i + 1];
    d->w[2 * i] = re * d->v[2 * i] - im * d->v[2 * i + 1];
    d->w[2 * i + 1] = re * d->v[2 * i + 1] + im * d->v[2 * i];
  }
}
