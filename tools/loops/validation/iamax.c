// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place of the largest magnitude (BLAS idamax).

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  long place = 0;
  double most = 0;
  for (long i = 0; i < n; i++) {
    double size = __builtin_fabs(d->x[i]);
    if (size > most) {
      most = size;
      place = i;
    }
  }
  d->place = place;
}
