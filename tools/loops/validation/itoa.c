// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers in decimal digits, of different lengths.

#include "kernel.h"

KERNEL_SIZE(256);

FUNCTION char *decimal(uint32_t value, char *out) {
  char digits[12];
  int length = 0;
  do {
    digits[length++] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  while (length)
    *out++ = digits[--length];
  *out++ = ' ';
  return out;
}

void kernel(long n, struct Data *d) {
  char *out = (char *)d->b;
  for (long i = 0; i < n; i++)
    out = decimal(d->i[i] >> 8, out);
}
