// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A linear congruential generator of random numbers.

#include "kernel.h"

KERNEL_SIZE(Most4 / 2);

void kernel(long n, struct Data *d) {
  uint64_t state = d->seed;
  for (long i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    d->i[i] = (uint32_t)(state >> 33);
  }
}
