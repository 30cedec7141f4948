// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes as hexadecimal digits.

#include "kernel.h"

KERNEL_SIZE(Most1 / 4);

FUNCTION void encode(long n, const uint8_t *in, char *out) {
  static const char Digits[] = "0123456789abcdef";
  for (long i = 0; i < n; i++) {
    out[2 * i] = Digits[in[i] >> 4];
    out[2 * i + 1] = Digits[in[i] & 15];
  }
}

void kernel(long n, struct Data *d) { encode(n, d->a, (char *)d->b); }
