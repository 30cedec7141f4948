// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signed 16-bit samples to floats.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

FUNCTION void convert(long n, const int16_t *in, float *out) {
  for (long i = 0; i < n; i++)
    out[i] = in[i] * (1.0f / 32768.0f);
}

void kernel(long n, struct Data *d) { convert(n, d->s, d->u); }
