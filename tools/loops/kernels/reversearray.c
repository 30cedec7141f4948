// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array turned round in place; one element is a pair.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; ++i) {
    uint64_t kept = d->p[i];
    d->p[i] = d->p[2 * 512 - 1 - i];
    d->p[2 * 512 - 1 - i] = kept;
  }
}
