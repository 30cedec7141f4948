// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least distance of floats from each other, squared.

#include "kernel.h"

KERNEL_SIZE(Most4);

void kernel(long n, struct Data *d) {
  float least = 1e30f;
  for (long i = 0; i < n; ++i) {
    const float away = d->u[i] - d->v[i];
    least = away * away < least ? away * away : least;
  }
  d->sum = least;
}
