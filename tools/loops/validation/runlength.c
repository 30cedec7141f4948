// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lengths of runs of equal values; where they end is random.

#include "kernel.h"

KERNEL_SIZE(1024);

FUNCTION long encode(long n, const uint8_t *in, uint8_t *out) {
  long runs = 0;
  uint8_t last = in[0] >> 6, length = 0;
  for (long i = 0; i < n; i++) {
    uint8_t value = in[i] >> 6;
    if (value == last) {
      length++;
    } else {
      out[runs++] = length;
      last = value;
      length = 1;
    }
  }
  return runs;
}

void kernel(long n, struct Data *d) { d->total = encode(n, d->a, d->b); }
