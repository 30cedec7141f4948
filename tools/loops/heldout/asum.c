// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum of magnitudes (BLAS dasum).

#include "kernel.h"

KERNEL_SIZE(Most8);

FUNCTION double asum(long n, const double *x) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += __builtin_fabs(x[i]);
  return sum;
}

void kernel(long n, struct Data *d) { d->sum = asum(n, d->x); }
