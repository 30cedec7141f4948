// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Planes of brightness and colour to red, green and blue bytes.

#include "kernel.h"

KERNEL_SIZE(Most1 / 8);

static uint8_t limit(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

FUNCTION void convert(long n, const uint8_t *y, const uint8_t *u, const uint8_t *v, uint8_t *rgb) {
  for (long i = 0; i < n; i++) {
    int c = 298 * (y[i] - 16) + 128, b = u[i] - 128, r = v[i] - 128;
    rgb[3 * i] = limit((c + 409 * r) >> 8);
    rgb[3 * i + 1] = limit((c - 100 * b - 208 * r) >> 8);
    rgb[3 * i + 2] = limit((c + 516 * b) >> 8);
  }
}

void kernel(long n, struct Data *d) {
  convert(n, d->a, d->text, d->text + Most1 / 4, d->b);
}
