// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Its loop has a call through a register, of which takt does not know where it leads.

#include "kernel.h"

KERNEL_SIZE(64);

__attribute__((noinline)) static void inner(long i) { __asm__ volatile("" : : "r"(i)); }

void kernel(long n, struct Data *d) {
  (void)d;
  void (*volatile call)(long) = inner;
  for (long i = 0; i < n; ++i)
    call(i);
}
