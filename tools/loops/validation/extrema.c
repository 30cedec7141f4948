// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least and the largest value in one pass.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  float least = 2, most = 0;
  for (long i = 0; i < n; i++) {
    least = d->u[i] < least ? d->u[i] : least;
    most = d->u[i] > most ? d->u[i] : most;
  }
  d->sum = least;
  d->sum2 = most;
}
