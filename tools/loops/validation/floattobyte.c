// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floats to bytes, with limits.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  for (long i = 0; i < n; i++) {
    float value = d->u[i] * 200.0f + 0.5f;
    d->b[i] = value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
  }
}
