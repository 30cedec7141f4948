// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A checksum bit by bit (CRC-32).

#include "kernel.h"

KERNEL_SIZE(512);

void kernel(long n, struct Data *d) {
  uint32_t crc = ~0u;
  for (long i = 0; i < n; i++) {
    crc ^= d->a[i];
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  d->total = crc;
}
