// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FNV-1a hash of bytes.

#include "kernel.h"

KERNEL_SIZE(Most2 / 2);

void kernel(long n, struct Data *d) {
  uint64_t hash = 0xcbf29ce484222325;
  for (long i = 0; i < n; ++i)
    hash = (hash ^ d->a[i]) * 0x100000001b3;
  d->total = (int64_t)hash;
}
