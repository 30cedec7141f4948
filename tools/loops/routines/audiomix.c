// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two tracks of 16 bits mixed as floats and clipped.

#include "kernel.h"

KERNEL_SIZE(4096);

void kernel(long n, struct Data *d) {
  const float g = d->factor4, h = 1.0f - g;
  for (long i = 0; i < n; i++) {
    float x = g * (float)d->s[i] + h * (float)d->t[i];
    x = x > 32767.0f ? 32767.0f : x;
    x = x < -32768.0f ? -32768.0f : x;
    d->s[i] = (int16_t)(int32_t)x;
  }
}
