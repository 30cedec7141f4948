// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials of floats, by a polynomial and the bits of an exponent.

#include "kernel.h"

KERNEL_SIZE(2048);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    float scaled = d->u[i] * 1.442695f;
    int whole = (int)(scaled + 0.5f);
    float f = scaled - (float)whole;
    float p = 1 + f * (0.6931472f + f * (0.2402265f + f * (0.0555036f + f * 0.0096181f)));
    union {
      int32_t bits;
      float value;
    } power = {.bits = (whole + 127) << 23};
    d->w[i] = p * power.value;
  }
}
