// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Largest double.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double most = 0;
  for (long i = 0; i < n; ++i)
    most = d->x[i] > most ? d->x[i] : most;
  d->sum = most;
}
