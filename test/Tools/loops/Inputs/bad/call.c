// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of another library.

#include "kernel.h"

KERNEL_SIZE(64);

void elsewhere(long n);

void kernel(long n, struct Data *d) {
  (void)d;
  elsewhere(n);
}
