// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimised, it has an undefined instruction.

#include "kernel.h"

KERNEL_SIZE(64);

void kernel(long n, struct Data *d) {
  (void)n;
  (void)d;
#ifdef __OPTIMIZE__
  __asm__ volatile("ud2");
#endif
}
