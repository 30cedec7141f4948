// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of eight decimal digits, from bytes.

#include "kernel.h"

KERNEL_SIZE(1024);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t value = 0;
    for (int k = 0; k < 8; k++)
      value = value * 10 + (d->text[8 * i + k] & 15u);
    d->i[i] = value;
  }
}
