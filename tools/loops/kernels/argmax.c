// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Place of the largest of ascending integers' complements: the branch is never taken.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  int32_t most = INT32_MIN;
  long place = 0;
  for (long i = 0; i < n; ++i)
    if (-d->sorted[i] > most) {
      most = -d->sorted[i];
      place = i;
    }
  d->place = place;
}
