// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cosine transform of eight integers (JPEG); one element is a row.

#include "kernel.h"

KERNEL_SIZE(256);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    const int16_t *s = d->s + 8 * i;
    int a0 = s[0] + s[7], a1 = s[1] + s[6], a2 = s[2] + s[5], a3 = s[3] + s[4];
    int b0 = s[0] - s[7], b1 = s[1] - s[6], b2 = s[2] - s[5], b3 = s[3] - s[4];
    int c0 = a0 + a3, c1 = a1 + a2, c2 = a1 - a2, c3 = a0 - a3;
    int *out = (int *)d->i + 8 * i;
    int turn = (c2 + c3) * 4433;
    out[0] = (c0 + c1) << 2;
    out[4] = (c0 - c1) << 2;
    out[2] = (turn + c3 * 6270 + 1024) >> 11;
    out[6] = (turn - c2 * 15137 + 1024) >> 11;
    int z1 = b3 + b0, z2 = b2 + b1, z3 = b3 + b1, z4 = b2 + b0, z5 = (z3 + z4) * 9633;
    z1 *= -7373, z2 *= -20995, z3 = z3 * -16069 + z5, z4 = z4 * -3196 + z5;
    out[7] = (b3 * 2446 + z1 + z3 + 1024) >> 11;
    out[5] = (b2 * 16819 + z2 + z4 + 1024) >> 11;
    out[3] = (b1 * 25172 + z2 + z3 + 1024) >> 11;
    out[1] = (b0 * 12299 + z1 + z4 + 1024) >> 11;
  }
}
