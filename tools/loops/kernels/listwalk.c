// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum over a linked list.

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  const struct Node *node = d->nodes;
  int64_t sum = 0;
  for (long i = 0; i < n; ++i) {
    sum += node->value;
    node = node->next;
  }
  d->total = sum;
}
