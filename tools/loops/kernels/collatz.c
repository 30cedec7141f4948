// Part of the Takt project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of the 3x + 1 problem on one number, without a branch.

#include "kernel.h"

KERNEL_SIZE(Most8 / 2);

void kernel(long n, struct Data *d) {
  uint64_t value = d->seed;
  for (long i = 0; i < n; ++i)
    value = value & 1 ? 3 * value + 1 : value >> 1;
  d->total = (int64_t)value;
}
