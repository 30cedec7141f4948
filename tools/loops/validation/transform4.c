// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of four floats times a matrix.

#include "kernel.h"

KERNEL_SIZE(768);

FUNCTION void transform(long n, const float *m, const float *in, float *out) {
  for (long i = 0; i < n; i++)
    for (int r = 0; r < 4; r++)
      out[4 * i + r] = m[4 * r] * in[4 * i] + m[4 * r + 1] * in[4 * i + 1] +
                       m[4 * r + 2] * in[4 * i + 2] + m[4 * r + 3] * in[4 * i + 3];
}

void kernel(long n, struct Data *d) { transform(n, d->w, d->u, d->v); }
