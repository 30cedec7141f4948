// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One field of each struct, which is read and written as a whole elsewhere, gets
// its number.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i)
    d->nodes[i].value = i;
}
