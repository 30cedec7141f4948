// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimised, it does not end.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  (void)d;
#ifdef __OPTIMIZE__
  for (volatile long i = 0; i < n; i = 0)
    ;
#else
  (void)n;
#endif
}
