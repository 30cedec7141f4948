// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sound of four bits a sample, with steps out of a table (IMA).

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  static const int8_t moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
  int sample = 0, index = 0;
  for (long i = 0; i < n; i++) {
    int code = d->a[i] & 15, step = (int)(d->table[index] & 0x7fff);
    int change = step >> 3;
    change += code & 4 ? step : 0;
    change += code & 2 ? step >> 1 : 0;
    change += code & 1 ? step >> 2 : 0;
    sample += code & 8 ? -change : change;
    sample = sample < -32768 ? -32768 : sample > 32767 ? 32767 : sample;
    index += moves[code & 7];
    index = index < 0 ? 0 : index > 88 ? 88 : index;
    d->i[i] = (uint32_t)sample;
  }
}
