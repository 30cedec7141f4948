// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One field of each struct is set to zero.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->points[i].mass = 0;
}
