// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotes, backslashes and brackets of a text as bits; one element is 64 bytes.

#include "kernel.h"

KERNEL_SIZE(128);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint64_t quotes = 0, others = 0;
    for (int k = 0; k < 64; k++) {
      uint8_t c = d->text[64 * i + k];
      quotes |= (uint64_t)(c == '"' || c == '\\') << k;
      others |= (uint64_t)((c | 32) == '{' || (c | 32) == '}' || c == ':' || c == ',') << k;
    }
    d->p[i] = quotes;
    d->q[i] = others & ~quotes;
  }
}
