// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A choice with a pattern of eight, that predictors learn.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  int64_t sum = 0;
  for (long i = 0; i < n; ++i)
    if (i & 4)
      sum = sum * 5 + d->i[i];
    else
      sum ^= d->j[i];
  d->total = sum;
}
