// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients and remainders by ten.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++)
    d->q[i] = d->p[i] / 10 + 7 * (d->p[i] % 10);
}
