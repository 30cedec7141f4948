// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distance of two words by bits of a column (Myers), a letter at a time.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  uint64_t up = ~0ull, down = 0;
  int64_t score = 64;
  for (long i = 0; i < n; i++) {
    uint64_t equal = d->p[d->text[i]];
    uint64_t vertical = equal | down;
    uint64_t horizontal = (((equal & up) + up) ^ up) | equal;
    uint64_t plus = down | ~(horizontal | up);
    uint64_t minus = up & horizontal;
    score += (int64_t)(plus >> 63) - (int64_t)(minus >> 63);
    plus = plus << 1 | 1;
    minus <<= 1;
    up = minus | ~(vertical | plus);
    down = plus & vertical;
  }
  d->total = score;
}
