// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bernstein's hash of bytes.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  uint32_t hash = 5381;
  for (long i = 0; i < n; ++i)
    hash = hash * 33 + d->a[i];
  d->total = hash;
}
