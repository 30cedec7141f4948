// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes between two pointers, as in std::vector.

#include "kernel.h"

KERNEL_SIZE(Most1);

struct Bytes {
  uint8_t *begin, *end;
};

FUNCTION void clear(struct Bytes *APART bytes) {
  for (long i = 0; i < bytes->end - bytes->begin; ++i)
    bytes->begin[i] &= 15;
}

void kernel(long n, struct Data *d) {
  struct Bytes bytes = {d->a, d->a + n};
  clear(&bytes);
}
