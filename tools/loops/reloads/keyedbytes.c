// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes of which there are as many as a member says.

#include "kernel.h"

KERNEL_SIZE(Most1);

struct Bytes {
  uint8_t *data;
  long size;
  uint8_t key;
};

FUNCTION void change(struct Bytes *APART bytes) {
  for (long i = 0; i < bytes->size; ++i)
    bytes->data[i] ^= bytes->key;
}

void kernel(long n, struct Data *d) {
  struct Bytes bytes = {d->a, n, 85};
  change(&bytes);
}
