// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest of doubles, by the function of the library.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double least = d->x[0];
  for (long i = 0; i < n; ++i)
    least = __builtin_fmin(least, d->x[i]);
  d->sum = least;
}
