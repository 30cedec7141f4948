// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Its result depends on the level.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
#ifdef __OPTIMIZE__
  d->total = n;
#endif
}
