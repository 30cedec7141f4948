// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A multiple of one vector is added to another, both with strides (BLAS daxpy).

#include "kernel.h"

KERNEL_SIZE(512);

FUNCTION void daxpy(long n, double a, const double *x, long incx, double *y, long incy) {
  for (long i = 0; i < n; i++)
    y[i * incy] += a * x[i * incx];
}

void kernel(long n, struct Data *d) { daxpy(n, d->factor, d->x, 2, d->y, 3); }
