// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcmp of equal bytes.

#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

void kernel(long n, struct Data *d) {
  long i = 0;
  while (i < n && d->text[i] == d->copy[i])
    ++i;
  d->place = i;
}
