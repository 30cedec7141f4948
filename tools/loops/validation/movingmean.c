// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mean of the last eight values, from a running sum.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  float sum = 0;
  for (int i = 0; i < 8; i++)
    sum += d->u[i];
  for (long i = 0; i < n; i++) {
    d->v[i] = sum * 0.125f;
    sum += d->u[i + 8] - d->u[i];
  }
}
