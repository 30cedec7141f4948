// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The median of each sample and its neighbours.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  int16_t *out = (int16_t *)d->i;
  for (long i = 0; i < n; i++) {
    int16_t a = d->s[i], b = d->s[i + 1], c = d->s[i + 2];
    int16_t low = a < b ? a : b, high = a < b ? b : a;
    int16_t middle = c < high ? c : high;
    out[i] = low > middle ? low : middle;
  }
}
