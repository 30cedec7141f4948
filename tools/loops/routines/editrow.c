// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row of a distance between texts.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  uint32_t before = 0, corner = 0;
  uint8_t c = d->text[7];
  for (long i = 0; i < n; i++) {
    uint32_t up = d->j[i] & 65535;
    uint32_t best = corner + (d->text[i] != c);
    best = up + 1 < best ? up + 1 : best;
    best = before + 1 < best ? before + 1 : best;
    corner = up;
    d->i[i] = best;
    before = best;
  }
}
