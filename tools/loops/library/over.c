// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A picture with opacity over another one, two channels at a time.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t top = d->i[i], bottom = d->j[i], rest = 255 - (top >> 24);
    uint32_t even = (bottom & 0xff00ff) * rest + 0x800080;
    uint32_t odd = (bottom >> 8 & 0xff00ff) * rest + 0x800080;
    even = (even + (even >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
    odd = (odd + (odd >> 8 & 0xff00ff)) & 0xff00ff00;
    d->j[i] = top + (even | odd);
  }
}
