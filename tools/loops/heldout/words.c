// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many words begin in a text.

#include "kernel.h"

KERNEL_SIZE(Most1 / 2);

void kernel(long n, struct Data *d) {
  int inside = 0;
  long words = 0;
  for (long i = 0; i < n; i++) {
    int letter = d->text[i] > 64;
    words += letter && !inside;
    inside = letter;
  }
  d->total = words;
}
