// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least of double precision numbers.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double least = d->x[0];
  for (long i = 1; i < n; ++i)
    least = d->x[i] < least ? d->x[i] : least;
  d->sum = least;
}
