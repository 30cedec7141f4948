// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest of floats.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  float most = d->u[0];
  for (long i = 0; i < n; ++i)
    most = d->u[i] > most ? d->u[i] : most;
  d->sum = most;
}
