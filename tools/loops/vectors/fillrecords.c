// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two fields of each record of three are filled.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    d->x[3 * i] = d->z[i];
    d->x[3 * i + 2] = d->factor;
  }
}
