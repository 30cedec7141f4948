// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values above a limit are written without gaps.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  const double limit = d->factor;
  long places = 0;
  for (long i = 0; i < n; i++) {
    d->y[places] = d->x[i];
    places += d->x[i] > limit;
  }
  d->place = places;
}
