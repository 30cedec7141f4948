// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strlen: up to a zero that is put there first.

#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

void kernel(long n, struct Data *d) {
  uint8_t *text = d->text, kept = text[n];
  text[n] = 0;
  long i = 0;
  while (text[i])
    ++i;
  text[n] = kept;
  d->place = i;
}
