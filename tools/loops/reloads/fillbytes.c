// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte that is stored may be part of the pointer to all of them.

#include "kernel.h"

KERNEL_SIZE(Most1);

struct Bytes {
  uint8_t *data;
};

FUNCTION void fill(struct Bytes *APART bytes, long n) {
  for (long i = 0; i < n; ++i)
    bytes->data[i] = i;
}

void kernel(long n, struct Data *d) {
  struct Bytes bytes = {d->a};
  fill(&bytes, n);
}
