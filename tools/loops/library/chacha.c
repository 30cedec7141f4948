// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of ChaCha with two rounds; one element is a block of 16 words.

#include "kernel.h"

KERNEL_SIZE(128);

static uint32_t turn(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *e) {
  *a += *b, *e = turn(*e ^ *a, 16);
  *c += *e, *b = turn(*b ^ *c, 12);
  *a += *b, *e = turn(*e ^ *a, 8);
  *c += *e, *b = turn(*b ^ *c, 7);
}

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    uint32_t x[16];
    for (int k = 0; k < 16; k++)
      x[k] = d->i[k];
    x[12] += (uint32_t)i;
    for (int k = 0; k < 4; k++)
      quarter(&x[k], &x[4 + k], &x[8 + k], &x[12 + k]);
    for (int k = 0; k < 4; k++)
      quarter(&x[k], &x[4 + (k + 1) % 4], &x[8 + (k + 2) % 4], &x[12 + (k + 3) % 4]);
    for (int k = 0; k < 16; k++)
      d->j[16 * i + k] = x[k] + d->i[k];
  }
}
