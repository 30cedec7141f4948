// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Differences of 16-bit samples, clipped.

#include "kernel.h"

KERNEL_SIZE(3 * Most2 / 4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    int32_t gap = d->s[i] - d->t[i];
    d->t[i] = gap > 32767 ? 32767 : gap < -32768 ? -32768 : gap;
  }
}
