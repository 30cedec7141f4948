// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte that is stored may be part of the pointer to all of them, or of a
// summand.

#include "kernel.h"

KERNEL_SIZE(Most1);

struct Bytes {
  uint8_t *data;
};

FUNCTION void add(struct Bytes *APART bytes, const uint8_t *APART more,
                  long n) {
  for (long i = 0; i < n; ++i)
    bytes->data[i] += more[i];
}

void kernel(long n, struct Data *d) {
  struct Bytes bytes = {d->a};
  add(&bytes, d->b, n);
}
