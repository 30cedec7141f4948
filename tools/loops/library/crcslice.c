// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CRC of four bytes at a time by four tables of 256 words.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  uint32_t crc = ~0u;
  const uint32_t *words = d->i;
  for (long i = 0; i < n; i++) {
    crc ^= words[i];
    crc = d->table[crc & 255] ^ d->j[crc >> 8 & 255] ^ d->j[256 + (crc >> 16 & 255)] ^
          d->j[512 + (crc >> 24)];
  }
  d->total = crc;
}
