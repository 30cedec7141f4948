// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The median of five neighbours, by a network.

#include "kernel.h"

KERNEL_SIZE(2944);

void kernel(long n, struct Data *d) {
#define SWAP(a, b) { int32_t l = a < b ? a : b, h = a < b ? b : a; a = l; b = h; }
  const int32_t *v = (const int32_t *)d->i;
  for (long i = 0; i < n; i++) {
    int32_t a = v[i], b = v[i + 1], c = v[i + 2], e = v[i + 3], f = v[i + 4];
    SWAP(a, b) SWAP(e, f) SWAP(a, e) SWAP(b, f) SWAP(b, c) SWAP(c, e) SWAP(b, c)
    d->order[i] = c;
  }
}
