// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steepest step from one float to the next.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  float most = 0;
  for (long i = 0; i < n; ++i) {
    const float step = __builtin_fabsf(d->u[i + 1] - d->u[i]);
    most = most < step ? step : most;
  }
  d->sum = most;
}
