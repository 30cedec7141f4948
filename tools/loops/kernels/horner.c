// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Horner's scheme over coefficients, one chain.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  double value = 0, at = d->factor * 0.5;
  for (long i = 0; i < n; ++i)
    value = value * at + d->x[i];
  d->sum = value;
}
