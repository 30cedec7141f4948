// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sum with Kahan's compensation.

#include "kernel.h"

KERNEL_SIZE(Most8);

void kernel(long n, struct Data *d) {
  double sum = 0, lost = 0;
  for (long i = 0; i < n; ++i) {
    double term = d->x[i] - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  d->sum = sum;
}
