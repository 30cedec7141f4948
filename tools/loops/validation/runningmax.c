// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest value so far, of each prefix.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  float most = 0;
  for (long i = 0; i < n; i++) {
    if (d->u[i] > most)
      most = d->u[i];
    d->v[i] = most;
  }
}
