// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Letters of UTF-8: bytes that continue none.

#include "kernel.h"

KERNEL_SIZE(Most1);

void kernel(long n, struct Data *d) {
  int64_t letters = 0;
  for (long i = 0; i < n; ++i)
    letters += (d->text[i] & 0xc0) != 0x80;
  d->total = letters;
}
