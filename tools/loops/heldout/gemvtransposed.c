// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transposed matrix times a vector, down its columns (BLAS dgemv).

#include "kernel.h"

KERNEL_SIZE(64);

FUNCTION void gemv(long n, const double *a, long lda, const double *x, double *y) {
  for (long j = 0; j < n; j++) {
    double sum = 0;
    for (long i = 0; i < lda; i++)
      sum += a[i * lda + j % lda] * x[i];
    y[j] += sum;
  }
}

void kernel(long n, struct Data *d) { gemv(n, &d->matrix[0][0], Side, d->x, d->y); }
