// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursive filter of second order (direct form 2, transposed).

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  float s1 = 0, s2 = 0;
  for (long i = 0; i < n; ++i) {
    float in = d->u[i], out = 0.2f * in + s1;
    s1 = 0.4f * in + 0.6f * out + s2;
    s2 = 0.2f * in - 0.2f * out;
    d->v[i] = out;
  }
}
