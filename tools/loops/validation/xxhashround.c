// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rounds of xxHash32, four in parallel.

#include "kernel.h"

KERNEL_SIZE(768);

static uint32_t around(uint32_t sum, uint32_t in) {
  sum += in * 2246822519u;
  return (sum << 13 | sum >> 19) * 2654435761u;
}

void kernel(long n, struct Data *d) {
  uint32_t v1 = 1, v2 = 2, v3 = 3, v4 = 4;
  const uint32_t *p = d->i;
  for (long i = 0; i < n; i++, p += 4) {
    v1 = around(v1, p[0]);
    v2 = around(v2, p[1]);
    v3 = around(v3, p[2]);
    v4 = around(v4, p[3]);
  }
  d->total = v1 ^ v2 ^ v3 ^ v4;
}
