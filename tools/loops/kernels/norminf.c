// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Largest magnitude of floats.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  float most = 0;
  for (long i = 0; i < n; ++i) {
    float size = __builtin_fabsf(d->u[i] - 1);
    most = size > most ? size : most;
  }
  d->sum = most;
}
