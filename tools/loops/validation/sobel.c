// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The edges of a picture (Sobel), limited to bytes.

#include "kernel.h"

KERNEL_SIZE(32);

FUNCTION void sobel(long rows, const uint8_t *in, uint8_t *out) {
  for (long y = 0; y < rows; y++)
    for (long x = 0; x < 126; x++) {
      const uint8_t *p = in + y * 128 + x;
      int gx = p[2] - p[0] + 2 * (p[130] - p[128]) + p[258] - p[256];
      int gy = p[256] - p[0] + 2 * (p[257] - p[1]) + p[258] - p[2];
      int g = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[y * 128 + x] = g > 255 ? 255 : g;
    }
}

void kernel(long n, struct Data *d) { sobel(n, d->a, d->b); }
