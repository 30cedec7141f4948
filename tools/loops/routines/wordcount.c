// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words and lines of a text.

#include "kernel.h"

KERNEL_SIZE(16384);

void kernel(long n, struct Data *d) {
  long words = 0, lines = 0;
  uint8_t before = 32;
  for (long i = 0; i < n; i++) {
    uint8_t c = d->text[i];
    words += c > 32 && before <= 32;
    lines += c == 10;
    before = c;
  }
  d->total = words; d->place = lines;
}
