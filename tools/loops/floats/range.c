// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far doubles lie apart.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double most = d->x[0], least = d->x[0];
  for (long i = 0; i < n; ++i) {
    if (d->x[i] > most)
      most = d->x[i];
    if (d->x[i] < least)
      least = d->x[i];
  }
  d->sum = most - least;
}
